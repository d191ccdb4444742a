import { EventEmitter } from 'node:events';
import { Engine, type BpmnEngineExecutionState, type Execution } from 'bpmn-engine';
import { isTrue, parseExpression, type FlowVariables } from '#domain/flow/expression.ts';
import { UserError } from '#server/kernel/core/answers.ts';

/** A place where a run waits for a person. */
export interface Waiting {
  readonly taskKey: string;
  readonly executionId: string;
}
/** Something that happened on the way: an activity entered or left, an arrow taken. */
export interface Happened {
  readonly kind: 'entered' | 'left' | 'taken';
  readonly activityId: string;
  readonly activityType: string;
  readonly activityName: string;
  readonly executionId: string;
}
export interface Advanced {
  /** JSON, to be kept until the next step; null where the run has ended. */
  readonly engineState: unknown;
  readonly waiting: readonly Waiting[];
  readonly happened: readonly Happened[];
  /** Name or id of the end it came to; null while it runs. */
  readonly end: string | null;
}

/** Events of one step; more means a process that multiplies itself. */
const mostEvents = 600;
const tooFar = 'too far';

interface Element {
  readonly id: string;
  readonly name?: string;
  readonly type: string;
  readonly executionId?: string;
}

/** Starts a run of a process that `readModel` has taken. Throws UserError 409 where it cannot go on. */
export function startRun(xml: string, variables: FlowVariables): Promise<Advanced> {
  return advance(variables, async (listener, options) => {
    const engine = new Engine({ ...options, source: xml });
    return { engine, go: () => engine.execute({ listener }) };
  });
}

/** Goes on from where a run waited. */
export function continueRun(engineState: unknown, variables: FlowVariables, waiting: Waiting): Promise<Advanced> {
  return advance(variables, async (listener, options) => {
    const engine = new Engine(options);
    engine.recover(engineState, { listener } as never);
    return {
      engine,
      go: async () => {
        const execution = await engine.resume({ listener });
        const place = execution.getPostponed().find(({ id, executionId }) => id === waiting.taskKey && executionId === waiting.executionId);
        if (!place) throw new Error(`the run does not wait at ${waiting.taskKey}`);
        place.signal({});
        return execution;
      },
    };
  });
}

type Made = { readonly engine: Engine; readonly go: () => Promise<Execution> };

/** Runs the engine until it waits or ends; all of it happens in memory, without timers, programs or the network. */
async function advance(
  variables: FlowVariables,
  make: (listener: EventEmitter, options: Record<string, unknown>) => Promise<Made>,
): Promise<Advanced> {
  const happened: Happened[] = [];
  const faults: Error[] = [];
  let events = 0;
  let end: string | null = null;
  const listener = new EventEmitter();
  const note = (kind: Happened['kind']) => (element: Element) => {
    if (++events > mostEvents) throw new Error(tooFar);
    const { id, name = '', type, executionId = '' } = element;
    happened.push({ kind, activityId: id, activityType: wireType(type), activityName: name, executionId });
    if (kind === 'left' && type === 'bpmn:EndEvent') end = name || id;
  };
  listener.on('activity.start', note('entered'));
  listener.on('activity.end', note('left'));
  listener.on('flow.take', note('taken'));
  listener.on('activity.discard', () => {
    if (++events > mostEvents) throw new Error(tooFar);
  });
  const { engine, go } = await make(listener, {
    name: 'run',
    scripts: noScripts,
    expressions: { resolveExpression: (source: string) => isTrue(parseExpression(source)(variables)) },
  });
  engine.on('error', (error: Error) => faults.push(error));
  let execution: Execution;
  try {
    execution = await go();
  } catch (error) {
    throw stuck(error as Error);
  }
  if (faults[0]) throw stuck(faults[0]);
  const isRunning = execution.isRunning;
  const waiting = isRunning ? waitingAt(execution) : [];
  if (isRunning && waiting.length === 0) throw stuck(new Error('nobody is asked'));
  const state: BpmnEngineExecutionState | null = isRunning ? execution.getState() : null;
  return { engineState: state && (JSON.parse(JSON.stringify(state)) as unknown), waiting, happened, end: isRunning ? null : end };
}

/** Where people are asked; a join that waits for its other half is none. */
function waitingAt(execution: Execution): Waiting[] {
  const places = execution.getPostponed() as unknown as readonly Element[];
  return places.filter(({ type }) => type === 'bpmn:UserTask').map(({ id, executionId }) => ({ taskKey: id, executionId: String(executionId) }));
}

/** No text of a process is ever run as a program. */
const noScripts = { register: () => undefined, getScript: () => undefined };

/** `bpmn:UserTask` -> `userTask`, as clients of this family colour it. */
function wireType(type: string): string {
  const name = type.slice(type.indexOf(':') + 1);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function stuck(error: Error): UserError {
  const why = error.message.slice(0, 200);
  return new UserError(409, [`流程无法继续: ${why}`, `The process cannot go on: ${why}`], { refusal: 'flow.stuck', params: { why } });
}
