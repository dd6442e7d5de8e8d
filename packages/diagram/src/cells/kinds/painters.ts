/** Which painter draws which kind. */
import { Canvas } from "../canvas.js";
import { fitGraph } from "../graph/fit.js";
import { graphFromData } from "../graph/from-data.js";
import type { MermaidGraph } from "../graph/mermaid-data.js";
import { paintArchitecture } from "./architecture.js";
import { paintBlock } from "./block.js";
import { paintC4 } from "./c4.js";
import { paintCynefin } from "./cynefin.js";
import { paintEventModeling } from "./event-modeling.js";
import { paintGantt } from "./gantt.js";
import { paintGitGraph } from "./git-graph.js";
import { paintJourney } from "./journey.js";
import { paintKanban } from "./kanban.js";
import { paintPacket } from "./packet.js";
import { paintPie } from "./pie.js";
import { paintQuadrant } from "./quadrant.js";
import { paintRadar } from "./radar.js";
import { paintRailroad } from "./railroad.js";
import { paintSankey } from "./sankey.js";
import type { Painter } from "./scene.js";
import { drawSequence } from "./sequence/sequence.js";
import type { SequenceDb } from "./sequence/script.js";
import { paintTimeline } from "./timeline.js";
import { paintTreemap } from "./treemap.js";
import { paintIshikawa, paintMindmap, paintTreeView } from "./trees.js";
import { paintVenn } from "./venn.js";
import { paintWardley } from "./wardley.js";
import { paintXyChart } from "./xychart.js";

interface GraphDb {
  getData(): MermaidGraph;
  getDirection?(): string;
}

const paintGraph: Painter = (db, scene) => {
  const graphDb = db as GraphDb;
  const data = graphDb.getData();
  const graph = graphFromData(data, data.direction ?? graphDb.getDirection?.());
  return { canvas: fitGraph(graph, scene.columns, scene.background).canvas };
};

const paintSequence: Painter = (db, scene) => ({
  canvas: drawSequence(db as SequenceDb, scene.columns, scene.background),
});

const paintInfo: Painter = (db) => {
  const canvas = new Canvas();
  canvas.label(0, 0, `v${(db as { getVersion(): string }).getVersion()}`);
  return { canvas };
};

/** By the names of our kinds. */
export const PAINTERS: Readonly<Record<string, Painter>> = {
  agentflow: paintGraph,
  architecture: paintArchitecture,
  block: paintBlock,
  c4: paintC4,
  class: paintGraph,
  cynefin: paintCynefin,
  er: paintGraph,
  eventmodeling: paintEventModeling,
  flowchart: paintGraph,
  gantt: paintGantt,
  gitgraph: paintGitGraph,
  info: paintInfo,
  ishikawa: paintIshikawa,
  journey: paintJourney,
  kanban: paintKanban,
  mindmap: paintMindmap,
  packet: paintPacket,
  pie: paintPie,
  quadrant: paintQuadrant,
  radar: paintRadar,
  railroad: paintRailroad,
  requirement: paintGraph,
  sankey: paintSankey,
  sequence: paintSequence,
  state: paintGraph,
  swimlane: paintGraph,
  timeline: paintTimeline,
  treemap: paintTreemap,
  treeview: paintTreeView,
  usecase: paintGraph,
  venn: paintVenn,
  wardley: paintWardley,
  xychart: paintXyChart,
};
