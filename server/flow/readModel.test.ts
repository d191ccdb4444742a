import { describe, expect, it } from 'vitest';
import { UserError } from '#server/kernel/core/answers.ts';
import { leaveXml } from './leaveModel.ts';
import { largestModel, readModel } from './readModel.ts';
import { continueRun, startRun } from './runProcess.ts';

/** A process of these elements, with a drawing of its start alone: what runs is not what is drawn. */
const processOf = (elements: string, attributes = 'isExecutable="true"'): string => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:flowable="http://flowable.org/bpmn" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" id="d" targetNamespace="t">
<process id="Trial" name="试行" ${attributes}>${elements}</process>
<bpmndi:BPMNDiagram id="g"><bpmndi:BPMNPlane id="p" bpmnElement="Trial"><bpmndi:BPMNShape id="s_di" bpmnElement="s"><dc:Bounds x="0" y="0" width="36" height="36" /></bpmndi:BPMNShape></bpmndi:BPMNPlane></bpmndi:BPMNDiagram></definitions>`;
const flow = (id: string, from: string, to: string, condition = ''): string =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition === '' ? '' : `<conditionExpression xsi:type="tFormalExpression">${condition}</conditionExpression>`}</sequenceFlow>`;
const task = (id: string, inside = '', attributes = 'flowable:assignee="${applyUser}"'): string =>
  `<userTask id="${id}" name="${id}" ${attributes}>${inside}</userTask>`;
const simple = (middle: string, more = ''): string =>
  processOf(`<startEvent id="s" />${middle}<endEvent id="e" />${flow('f1', 's', 'u')}${flow('f2', 'u', 'e')}${more}`);

async function refusalOf(xml: unknown): Promise<{ status: number; zh: string; en: string }> {
  const error = await readModel(xml).then(
    () => new Error('it was taken'),
    (fault: unknown) => fault,
  );
  if (!(error instanceof UserError)) throw error;
  return { status: error.status, zh: error.label[0], en: error.label[1] };
}

describe('a process people give', () => {
  it('says its key, name and who does its tasks', async () => {
    const read = await readModel(leaveXml);
    expect(read).toMatchObject({ key: 'Leave', name: '请假流程' });
    expect(read.tasks).toEqual({
      leaderTask: { name: '主管审批', assignee: '${taskUser}', users: [], groups: [] },
      hrTask: { name: '行政审批', assignee: null, users: [], groups: ['administrator', 'ops'] },
      applyTask: { name: '申请人修改', assignee: '${applyUser}', users: [], groups: [] },
    });
    expect((await readModel(simple(task('u', '', 'camunda:candidateUsers="a, b"')))).tasks).toEqual({
      u: { name: 'u', assignee: null, users: ['a', 'b'], groups: [] },
    });
  });

  it.each([
    ['a script task', '<scriptTask id="u" scriptFormat="javascript"><script>process.exit()</script></scriptTask>', 'ScriptTask “u”'],
    ['a service task', '<serviceTask id="u" flowable:class="com.Evil" />', 'ServiceTask “u”'],
    ['a business rule', '<businessRuleTask id="u" />', 'BusinessRuleTask “u”'],
    ['a call of another process', '<callActivity id="u" calledElement="x" />', 'CallActivity “u”'],
    ['a process inside', '<subProcess id="u" />', 'SubProcess “u”'],
    ['a task for many at once', task('u', '<multiInstanceLoopCharacteristics id="m" />'), 'MultiInstanceLoopCharacteristics “m”'],
    ['a timer', `${task('u')}<boundaryEvent id="b" attachedToRef="u"><timerEventDefinition id="t" /></boundaryEvent>`, 'BoundaryEvent “b”'],
    ['a listener', task('u', '<extensionElements><flowable:taskListener event="create" class="com.Evil" /></extensionElements>'), 'UserTask “u”'],
    [
      'a hidden script',
      task('u', '<extensionElements><flowable:x><flowable:script>1</flowable:script></flowable:x></extensionElements>'),
      'UserTask “u”',
    ],
    ['an attribute that calls', task('u', '', 'flowable:assignee="a" flowable:skipExpression="${exec()}"'), 'UserTask “u”'],
    [
      'inputs and outputs',
      task('u', '<ioSpecification id="io"><dataInput id="di" /><inputSet id="is" /><outputSet id="os" /></ioSpecification>'),
      'io',
    ],
    ['an odd id', `${task('u')}<textAnnotation id="${'x'.repeat(130)}"><text>x</text></textAnnotation>`, 'xxx'],
  ])('with %s is refused, naming it', async (_what, middle, named) => {
    const { status, zh, en } = await refusalOf(simple(middle));
    expect(status).toBe(400);
    expect(zh).toContain(named);
    expect(en).toContain(named);
  });

  it.each([
    ['${exec("rm -rf /")}', '“f2”'],
    ['${environment.services.x()}', '“f2”'],
    ['1 == 1', '“f2”'],
  ])('with the condition %s is refused, naming the flow', async (condition, named) => {
    const xml = processOf(`<startEvent id="s" />${task('u')}<endEvent id="e" />${flow('f1', 's', 'u')}${flow('f2', 'u', 'e', condition)}`);
    expect((await refusalOf(xml)).zh).toContain(named);
  });

  it('with a condition in a language of programs is refused', async () => {
    const xml = simple(task('u')).replace(
      '<sequenceFlow id="f2" sourceRef="u" targetRef="e">',
      '<sequenceFlow id="f2" sourceRef="u" targetRef="e"><conditionExpression xsi:type="tFormalExpression" language="javascript">next(null, true)</conditionExpression>',
    );
    expect((await refusalOf(xml)).zh).toContain('可执行内容');
  });

  it.each([
    ['nothing', '', '请上传流程图文件'],
    ['no text', 42, '请上传流程图文件'],
    ['no XML', 'hello', '无法读取流程图'],
    ['an entity', `<!DOCTYPE x [<!ENTITY a "b">]>${leaveXml}`, 'DOCTYPE'],
    ['too much', `${leaveXml}<!--${'x'.repeat(largestModel)}-->`, '不能超过 512 KB'],
    ['an unknown element', simple(`${task('u')}<magicTask id="m" />`), 'magicTask'],
    ['a flow to nowhere', simple(task('u'), flow('f3', 'u', 'gone')), 'gone'],
    ['no drawing', simple(task('u')).replace(/<bpmndi:BPMNDiagram.*<\/bpmndi:BPMNDiagram>/s, ''), 'BPMNDiagram'],
    ['nobody to do a task', simple(task('u', '', '')), '“u” 没有指定办理人'],
    ['a task done by what a program says', simple(task('u', '', 'flowable:assignee="${boss.of(user)}"')), '“u” 的办理人不能识别'],
    ['a process that does not run', processOf(`<startEvent id="s" />`, 'isExecutable="false"'), '未标记为可执行'],
    ['two starts', simple(`${task('u')}<startEvent id="s2" />`, flow('f3', 's2', 'u')), '有且仅有一个开始事件'],
    ['a node nobody comes to', simple(`${task('u')}${task('lost')}`, flow('f3', 'lost', 'e')), '“lost” 无法到达'],
    ['a dead end', processOf(`<startEvent id="s" />${task('u')}<endEvent id="e" />${flow('f1', 's', 'u')}`), '“u” 没有后续'],
    [
      'a circle that waits for nobody',
      processOf(
        `<startEvent id="s" /><exclusiveGateway id="a" /><exclusiveGateway id="b" /><endEvent id="e" />${flow('f1', 's', 'a')}${flow('f2', 'a', 'b')}${flow('f3', 'b', 'a')}${flow('f4', 'b', 'e')}`,
      ),
      '循环',
    ],
    ['too many nodes', processOf(`<startEvent id="s" />${Array.from({ length: 101 }, (_one, at) => task(`u${at}`)).join('')}`), '100 个节点'],
  ])('%s is refused and says why', async (_what, xml, says) => {
    expect((await refusalOf(xml)).zh).toContain(says);
  });
});

describe('a run', () => {
  it('does two things beside each other and joins them', async () => {
    const xml = processOf(
      `<startEvent id="s" /><parallelGateway id="fork" />${task('a')}${task('b')}<parallelGateway id="join" /><endEvent id="e" name="完成" />` +
        [
          ['f1', 's', 'fork'],
          ['f2', 'fork', 'a'],
          ['f3', 'fork', 'b'],
          ['f4', 'a', 'join'],
          ['f5', 'b', 'join'],
          ['f6', 'join', 'e'],
        ]
          .map(([id, from, to]) => flow(id!, from!, to!))
          .join(''),
    );
    await readModel(xml);
    const begun = await startRun(xml, {});
    expect(begun.waiting.map(({ taskKey }) => taskKey)).toEqual(['a', 'b']);
    const half = await continueRun(begun.engineState, {}, begun.waiting[1]!);
    expect([half.waiting.map(({ taskKey }) => taskKey), half.end]).toEqual([['a'], null]);
    const over = await continueRun(JSON.parse(JSON.stringify(half.engineState)), {}, half.waiting[0]!);
    expect([over.engineState, over.waiting, over.end]).toEqual([null, [], '完成']);
  });

  it('that finds no way on says so, and nothing is half done', async () => {
    const xml = processOf(
      `<startEvent id="s" />${task('u')}<exclusiveGateway id="g" /><endEvent id="e" />${flow('f1', 's', 'u')}${flow('f2', 'u', 'g')}${flow('f3', 'g', 'e', '${pass}')}`,
    );
    const begun = await startRun(xml, {});
    await expect(continueRun(begun.engineState, { pass: false }, begun.waiting[0]!)).rejects.toMatchObject({ status: 409, refusal: 'flow.stuck' });
    expect((await continueRun(begun.engineState, { pass: true }, begun.waiting[0]!)).engineState).toBeNull();
  });

  it('that multiplies itself is stopped', async () => {
    const stages = Array.from({ length: 24 }, (_one, at) => at);
    const gateways = stages.map(
      (at) => `<parallelGateway id="p${at}" /><exclusiveGateway id="a${at}" /><exclusiveGateway id="b${at}" /><exclusiveGateway id="m${at}" />`,
    );
    const flows = stages.flatMap((at) => [
      flow(`f${at}`, `p${at}`, `a${at}`),
      flow(`g${at}`, `p${at}`, `b${at}`),
      flow(`h${at}`, `a${at}`, `m${at}`),
      flow(`i${at}`, `b${at}`, `m${at}`),
      flow(`j${at}`, `m${at}`, at === 23 ? 'e' : `p${at + 1}`),
    ]);
    const xml = processOf(`<startEvent id="s" />${gateways.join('')}<endEvent id="e" />${flow('f', 's', 'p0')}${flows.join('')}`);
    await readModel(xml);
    await expect(startRun(xml, {})).rejects.toMatchObject({ status: 409, refusal: 'flow.stuck' });
  });
});
