import BpmnModdle, { type ModdleElement } from 'bpmn-moddle';
import { ExpressionFault, parseExpression } from '#domain/flow/expression.ts';
import type { UserError } from '#server/kernel/core/answers.ts';
import { checkPaths } from './checkPaths.ts';
import { modelFault } from './modelFault.ts';

/** Largest process that is taken, in bytes. */
export const largestModel = 512 * 1024;
const mostNodes = 100;

/** Who may do a user task: `${name}` stands for a variable of the run. */
export interface TaskRule {
  readonly name: string;
  readonly assignee: string | null;
  readonly users: readonly string[];
  /** Aliases of roles. */
  readonly groups: readonly string[];
}
export interface ReadModel {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly tasks: Readonly<Record<string, TaskRule>>;
}

/** The elements that run here. Whatever is not named, above all what would run a program, is refused. */
const known: ReadonlySet<string> = new Set(
  [
    'Definitions',
    'Process',
    'Documentation',
    'StartEvent',
    'EndEvent',
    'TerminateEventDefinition',
    'UserTask',
    'ExclusiveGateway',
    'ParallelGateway',
    'InclusiveGateway',
    'SequenceFlow',
    'FormalExpression',
    'LaneSet',
    'Lane',
    'TextAnnotation',
    'Association',
    'Group',
    'Category',
    'CategoryValue',
  ].map((name) => `bpmn:${name}`),
);
/** Foreign attributes and elements that ask for a program to be run. */
const programs =
  /^(class|expression|delegateExpression|resultVariable|skipExpression|script|.*listener|connector|.*async.*|errorVariableName|in|out|field|mapException|triggerable)$/i;
const idPattern = /^[A-Za-z_][\w.-]{0,127}$/;
const treacherous: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty']);

const localName = (type: string): string => type.slice(type.indexOf(':') + 1);
const nameOf = (element: ModdleElement): string => {
  const type = localName(element.$type);
  const shown = element.id ? `${type} “${element.id}”` : type;
  const owner = element.$parent;
  return element.id || !owner?.id ? shown : `${shown} (${owner.id})`;
};

/**
 * Reads a BPMN 2.0 text that people gave: nothing in it is run or fetched, and only a closed list of elements passes.
 * Throws UserError 400 naming the element at fault.
 */
export async function readModel(xml: unknown): Promise<ReadModel> {
  if (typeof xml !== 'string' || xml.trim() === '') throw modelFault('请上传流程图文件(bpmn20.xml)', 'Give a BPMN 2.0 file (bpmn20.xml)');
  if (Buffer.byteLength(xml) > largestModel)
    throw modelFault('流程图不能超过 {size} KB', 'A process may have at most {size} KB', { size: largestModel / 1024 });
  if (/<!(DOCTYPE|ENTITY)/i.test(xml))
    throw modelFault('流程图不能含有 DOCTYPE 或 ENTITY 声明', 'A process may have no DOCTYPE or ENTITY declaration');
  const { rootElement, warnings } = await new BpmnModdle().fromXML(xml.trim()).catch((error: Error) => {
    throw modelFault('无法读取流程图: {why}', 'Not a BPMN 2.0 file: {why}', { why: firstLine(error.message) });
  });
  if (warnings[0])
    throw modelFault('流程图有误: {why}', 'The process is faulty: {why}', {
      why: warnings
        .map(({ message }) => lineOf(message))
        .join('; ')
        .slice(0, 300),
    });
  checkElements(rootElement);
  const processes = listOf(rootElement, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process');
  const [process] = processes;
  if (!process || processes.length > 1) throw modelFault('一个文件须含且仅含一个流程', 'A file must have exactly one process');
  if (process.isExecutable === false)
    throw modelFault('流程 “{id}” 未标记为可执行', 'The process “{id}” is not marked as executable', { id: process.id ?? '' });
  const nodes = listOf(process, 'flowElements');
  if (nodes.length > mostNodes * 3 || nodes.filter(({ $type }) => $type !== 'bpmn:SequenceFlow').length > mostNodes)
    throw modelFault('流程不能超过 {most} 个节点', 'A process may have at most {most} nodes', { most: mostNodes });
  for (const flow of nodes) checkCondition(flow);
  checkPaths(nodes);
  if (!hasDiagram(rootElement, process)) throw modelFault('文件中没有图形(BPMNDiagram), 无法显示', 'The file has no diagram to show (BPMNDiagram)');
  return {
    key: process.id ?? '',
    name: process.name?.trim() || (process.id ?? ''),
    description: textOf(listOf(process, 'documentation')[0]?.text),
    tasks: Object.fromEntries(nodes.filter(({ $type }) => $type === 'bpmn:UserTask').map((task) => [task.id ?? '', taskRule(task)])),
  };
}

const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, 200);
const lineOf = (text: string): string => {
  const line = /line: (\d+)/.exec(text)?.[1];
  return firstLine(text) + (line === undefined ? '' : ` (${Number(line) + 1})`);
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const listOf = (element: ModdleElement, name: string): ModdleElement[] => (Array.isArray(element[name]) ? (element[name] as ModdleElement[]) : []);

/** Every element under `root` but drawings, each of a known kind. */
function checkElements(root: ModdleElement): void {
  const waiting: ModdleElement[] = [root];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    if (element.$type.startsWith('bpmndi:')) continue;
    if (element.$type === 'bpmn:ExtensionElements') {
      for (const inner of listOf(element, 'values')) checkForeign(inner, element.$parent ?? element);
      continue;
    }
    if (!known.has(element.$type))
      throw modelFault('不支持的元素: {element}', 'This element is not supported: {element}', { element: nameOf(element) });
    if (element.id !== undefined && (!idPattern.test(element.id) || treacherous.has(element.id)))
      throw modelFault('元素编号不合规范: {element}', 'Not a fit id of an element: {element}', { element: nameOf(element) });
    for (const name of Object.keys(element.$attrs ?? {})) if (programs.test(localName(name))) throw program(element, name);
    for (const { name, ns, isReference } of element.$descriptor.properties ?? []) {
      if (isReference || ns.localName === 'diagrams') continue;
      const value = element[ns.localName] ?? element[name];
      for (const child of Array.isArray(value) ? value : [value]) if (isElement(child)) waiting.push(child);
    }
  }
}
const isElement = (value: unknown): value is ModdleElement => typeof value === 'object' && value !== null && '$type' in value;
const program = (element: ModdleElement, what: string): UserError =>
  modelFault('元素 {element} 含有可执行内容 {what}, 不接受', 'The element {element} asks to run something ({what}); that is not taken', {
    element: nameOf(element),
    what,
  });

function checkForeign(foreign: ModdleElement, owner: ModdleElement): void {
  if (programs.test(localName(foreign.$type ?? ''))) throw program(owner, foreign.$type);
  for (const inner of listOf(foreign, '$children')) checkForeign(inner, owner);
}

function checkCondition(flow: ModdleElement): void {
  const condition = flow.conditionExpression as ModdleElement | undefined;
  if (!condition) return;
  if (textOf(condition.language) !== '') throw program(flow, `language="${textOf(condition.language)}"`);
  try {
    parseExpression(textOf(condition.body));
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw modelFault('连线 “{id}” 的条件不能识别: {at}', 'The condition of the flow “{id}” cannot be read: {at}', {
      id: flow.id ?? '',
      at: error.at,
    });
  }
}

function taskRule(task: ModdleElement): TaskRule {
  const attributes = Object.entries(task.$attrs ?? {});
  const attribute = (name: string): string => textOf(attributes.find(([key]) => localName(key) === name)?.[1]);
  const list = (name: string): string[] =>
    attribute(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  const rule: TaskRule = {
    name: task.name?.trim() || (task.id ?? ''),
    assignee: attribute('assignee') || null,
    users: list('candidateUsers'),
    groups: list('candidateGroups'),
  };
  if (!rule.assignee && rule.users.length === 0 && rule.groups.length === 0)
    throw modelFault('用户任务 “{name}” 没有指定办理人或候选人', 'The user task “{name}” says nobody who may do it', { name: rule.name });
  for (const one of [rule.assignee ?? '', ...rule.users, ...rule.groups])
    if (/[${}#]/.test(one) && !/^[$#]\{\s*[A-Za-z_]\w*\s*\}$/.test(one))
      throw modelFault('用户任务 “{name}” 的办理人不能识别: {one}', 'Who may do the user task “{name}” cannot be read: {one}', {
        name: rule.name,
        one,
      });
  return rule;
}

function hasDiagram(root: ModdleElement, process: ModdleElement): boolean {
  return listOf(root, 'diagrams').some((diagram) => {
    const plane = diagram.plane as ModdleElement | undefined;
    return (plane?.bpmnElement as ModdleElement | undefined)?.id === process.id && listOf(plane!, 'planeElement').length > 0;
  });
}
