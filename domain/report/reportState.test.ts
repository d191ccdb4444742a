import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chainText, groupKeyOf, groupMode, isReportMove, reportMoves, reportNoOf, reportState, type ReportState } from './reportState.ts';
import { reportKind } from './reportTemplate.ts';

const codes = reportState.options.map(({ code }) => code as ReportState);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

it('links the versions of a laboratory: no byte, no time and no order can be changed behind', () => {
  const one = { reportNo: 'A26000001', versionNo: 1, pdfSha256: sha256('pdf-one'), issueTime: '2026-11-08 16:00:00' };
  const two = { reportNo: 'A26000001', versionNo: 2, pdfSha256: sha256('pdf-two'), issueTime: '2026-11-12 09:30:00' };
  const first = sha256(chainText('', one));
  expect(first.slice(0, 16)).toBe('4b2a6e77f803ebc9');
  expect(sha256(chainText(first, two)).slice(0, 16)).toBe('6c68a6685bb203c1');
});

it('numbers reports by their requisition', () => {
  const { regular, custom, auxiliary, supplementary } = reportKind;
  expect([reportNoOf('A26000001', regular, 1), reportNoOf('A26000001', custom, 2)]).toEqual(['A26000001', 'A26000001-2']);
  expect([reportNoOf('A26000001', supplementary, 1), reportNoOf('A26000001', auxiliary, 1)]).toEqual(['A26000001-B1', 'A26000001-F1']);
});

it('reports tasks apart or together, as the strategy says', () => {
  const task = { panelGroupId: '7', commodityIds: ['12', '11'] };
  expect([groupMode.byPanelGroup, groupMode.together, groupMode.byCommodity].map((mode) => groupKeyOf(mode, task))).toEqual(['g7', '*', 'c11+12']);
  expect(groupKeyOf(groupMode.byCommodity, { panelGroupId: '8', commodityIds: ['11', '12'] })).toBe('c11+12');
});

describe('the states of a report', () => {
  it('are all reached, and all left but by nothing', () => {
    expect(new Set(Object.values(reportMoves).flat())).toEqual(new Set(codes));
    for (const code of codes) expect(reportMoves[code].length).toBeGreaterThan(0);
  });
  it('never skip the audit, and never come back from void as issued', () => {
    for (const code of codes) expect(isReportMove(code, reportState.issued)).toBe(code === reportState.toAudit || code === reportState.recalling);
  });
});
