/** The key every version of the shipped process carries. */
export const leaveKey = 'Leave';

interface Box {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const boxes: readonly Box[] = [
  { id: 'start', x: 120, y: 162, width: 36, height: 36 },
  { id: 'leaderTask', x: 220, y: 140, width: 120, height: 80 },
  { id: 'leaderGate', x: 405, y: 155, width: 50, height: 50 },
  { id: 'daysGate', x: 535, y: 155, width: 50, height: 50 },
  { id: 'hrTask', x: 660, y: 140, width: 120, height: 80 },
  { id: 'hrGate', x: 845, y: 155, width: 50, height: 50 },
  { id: 'approved', x: 972, y: 162, width: 36, height: 36 },
  { id: 'applyTask', x: 370, y: 330, width: 120, height: 80 },
  { id: 'applyGate', x: 255, y: 345, width: 50, height: 50 },
  { id: 'cancelled', x: 142, y: 352, width: 36, height: 36 },
];
/** Where each arrow runs; a label's corner where it has a name. */
const lines: Readonly<Record<string, { readonly points: readonly (readonly [number, number])[]; readonly label?: readonly [number, number] }>> = {
  begin: {
    points: [
      [156, 180],
      [220, 180],
    ],
  },
  leaderSaid: {
    points: [
      [340, 180],
      [405, 180],
    ],
  },
  leaderYes: {
    points: [
      [455, 180],
      [535, 180],
    ],
    label: [480, 162],
  },
  leaderNo: {
    points: [
      [430, 205],
      [430, 330],
    ],
    label: [436, 250],
  },
  long: {
    points: [
      [585, 180],
      [660, 180],
    ],
    label: [592, 162],
  },
  short: {
    points: [
      [560, 155],
      [560, 80],
      [990, 80],
      [990, 162],
    ],
    label: [750, 62],
  },
  hrSaid: {
    points: [
      [780, 180],
      [845, 180],
    ],
  },
  hrYes: {
    points: [
      [895, 180],
      [972, 180],
    ],
    label: [922, 162],
  },
  hrNo: {
    points: [
      [870, 205],
      [870, 370],
      [490, 370],
    ],
    label: [876, 280],
  },
  amended: {
    points: [
      [370, 370],
      [305, 370],
    ],
  },
  again: {
    points: [
      [280, 345],
      [280, 220],
    ],
    label: [286, 280],
  },
  withdrawn: {
    points: [
      [255, 370],
      [178, 370],
    ],
    label: [205, 352],
  },
};

const shape = ({ id, x, y, width, height }: Box): string =>
  `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"${id.endsWith('Gate') ? ' isMarkerVisible="true"' : ''}><dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}" />${
    ['approved', 'cancelled', 'start'].includes(id)
      ? `<bpmndi:BPMNLabel><dc:Bounds x="${x - 12}" y="${y + height + 4}" width="60" height="14" /></bpmndi:BPMNLabel>`
      : ''
  }</bpmndi:BPMNShape>`;
const edge = ([id, { points, label }]: [string, (typeof lines)[string]]): string =>
  `<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}">${points.map(([x, y]) => `<di:waypoint x="${x}" y="${y}" />`).join('')}${
    label ? `<bpmndi:BPMNLabel><dc:Bounds x="${label[0]}" y="${label[1]}" width="50" height="14" /></bpmndi:BPMNLabel>` : ''
  }</bpmndi:BPMNEdge>`;

/**
 * 请假流程: the chosen superior decides; more than three days ask the administration too; a refusal goes back to the
 * applicant, who amends or withdraws.
 */
export const leaveXml = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:flowable="http://flowable.org/bpmn" id="LeaveDefinitions" targetNamespace="http://www.flowable.org/processdef">
  <process id="${leaveKey}" name="请假流程" isExecutable="true">
    <documentation>三天以内由直属主管审批, 三天以上再由行政审批; 驳回后由申请人修改或撤销</documentation>
    <startEvent id="start" name="申请"><outgoing>begin</outgoing></startEvent>
    <userTask id="leaderTask" name="主管审批" flowable:assignee="\${taskUser}"><incoming>begin</incoming><incoming>again</incoming><outgoing>leaderSaid</outgoing></userTask>
    <exclusiveGateway id="leaderGate" default="leaderNo"><incoming>leaderSaid</incoming><outgoing>leaderYes</outgoing><outgoing>leaderNo</outgoing></exclusiveGateway>
    <exclusiveGateway id="daysGate" default="short"><incoming>leaderYes</incoming><outgoing>long</outgoing><outgoing>short</outgoing></exclusiveGateway>
    <userTask id="hrTask" name="行政审批" flowable:candidateGroups="administrator,ops"><incoming>long</incoming><outgoing>hrSaid</outgoing></userTask>
    <exclusiveGateway id="hrGate" default="hrNo"><incoming>hrSaid</incoming><outgoing>hrYes</outgoing><outgoing>hrNo</outgoing></exclusiveGateway>
    <userTask id="applyTask" name="申请人修改" flowable:assignee="\${applyUser}"><incoming>leaderNo</incoming><incoming>hrNo</incoming><outgoing>amended</outgoing></userTask>
    <exclusiveGateway id="applyGate" default="withdrawn"><incoming>amended</incoming><outgoing>again</outgoing><outgoing>withdrawn</outgoing></exclusiveGateway>
    <endEvent id="approved" name="已批准"><incoming>short</incoming><incoming>hrYes</incoming></endEvent>
    <endEvent id="cancelled" name="已撤销"><incoming>withdrawn</incoming></endEvent>
    <sequenceFlow id="begin" sourceRef="start" targetRef="leaderTask" />
    <sequenceFlow id="leaderSaid" sourceRef="leaderTask" targetRef="leaderGate" />
    <sequenceFlow id="leaderYes" name="同意" sourceRef="leaderGate" targetRef="daysGate"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
    <sequenceFlow id="leaderNo" name="驳回" sourceRef="leaderGate" targetRef="applyTask" />
    <sequenceFlow id="long" name="三天以上" sourceRef="daysGate" targetRef="hrTask"><conditionExpression xsi:type="tFormalExpression">\${days &gt; 3}</conditionExpression></sequenceFlow>
    <sequenceFlow id="short" name="三天以内" sourceRef="daysGate" targetRef="approved" />
    <sequenceFlow id="hrSaid" sourceRef="hrTask" targetRef="hrGate" />
    <sequenceFlow id="hrYes" name="同意" sourceRef="hrGate" targetRef="approved"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
    <sequenceFlow id="hrNo" name="驳回" sourceRef="hrGate" targetRef="applyTask" />
    <sequenceFlow id="amended" sourceRef="applyTask" targetRef="applyGate" />
    <sequenceFlow id="again" name="重新提交" sourceRef="applyGate" targetRef="leaderTask"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
    <sequenceFlow id="withdrawn" name="撤销" sourceRef="applyGate" targetRef="cancelled" />
  </process>
  <bpmndi:BPMNDiagram id="LeaveDiagram"><bpmndi:BPMNPlane id="LeavePlane" bpmnElement="${leaveKey}">
    ${boxes.map(shape).join('\n    ')}
    ${Object.entries(lines).map(edge).join('\n    ')}
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</definitions>
`;
