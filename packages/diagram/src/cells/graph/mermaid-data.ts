/** The parts of Mermaid's common graph data that are read. */

export interface MermaidMember {
  readonly text: string;
  readonly classifier?: string;
}

export interface MermaidAttribute {
  readonly type: string;
  readonly name: string;
  readonly keys?: readonly string[];
  readonly comment?: string;
}

export interface MermaidNode {
  readonly id: string;
  readonly label?: string | readonly string[];
  readonly labelType?: string;
  readonly text?: string;
  readonly description?: string | readonly string[];
  readonly stereotype?: string;
  readonly shape?: string;
  readonly parentId?: string;
  readonly isGroup?: boolean;
  readonly isEdgeLabel?: boolean;
  readonly dir?: string;
  readonly rx?: number;
  readonly icon?: string;
  readonly cssStyles?: readonly string[];
  readonly cssCompiledStyles?: readonly string[];
  readonly styles?: readonly string[];
  /** Of a class. */
  readonly members?: readonly MermaidMember[];
  readonly methods?: readonly MermaidMember[];
  readonly annotations?: readonly string[];
  /** Of an entity. */
  readonly attributes?: readonly MermaidAttribute[];
  readonly alias?: string;
  /** Of a requirement or an element. */
  readonly name?: string;
  readonly type?: string | number;
  readonly requirementId?: string;
  readonly risk?: string;
  readonly verifyMethod?: string;
  readonly docRef?: string;
  /** Of a card. */
  readonly ticket?: string;
  readonly assigned?: string;
  readonly priority?: string;
}

export interface MermaidEdge {
  readonly start?: string;
  readonly end?: string;
  readonly label?: string | readonly string[];
  readonly labelType?: string;
  readonly arrowTypeStart?: string;
  readonly arrowTypeEnd?: string;
  readonly arrowhead?: string;
  readonly startLabelRight?: string;
  readonly endLabelLeft?: string;
  readonly thickness?: string;
  readonly pattern?: string;
  readonly style?: readonly string[] | string;
  readonly cssCompiledStyles?: readonly string[];
  readonly minlen?: number;
  readonly length?: number;
  readonly step?: number;
  readonly showStepNumber?: boolean;
  readonly isLayoutOnly?: boolean;
}

/** Whether stars and underscores in a label mean emphasis. */
export const isMarkdown = ({ labelType }: { readonly labelType?: string }): boolean =>
  labelType === "markdown";

export interface MermaidGraph {
  readonly nodes: readonly MermaidNode[];
  readonly edges: readonly MermaidEdge[];
  readonly direction?: string;
}
