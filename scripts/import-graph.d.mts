export function sourceOf(name: string): string;
export function readGraph(name: string): Map<string, Set<string>>;
export function roomOf(file: string): string;
export function readArrows(name: string): Map<string, string[]>;
export function circlesIn(graph: ReadonlyMap<string, Iterable<string>>): string[][];
export function withPictures(page: string): string;
