import { client } from './base/client.ts';
import { commodity } from './base/commodity.ts';
import { hpoTerm } from './base/hpoTerm.ts';
import { laboratory } from './base/laboratory.ts';
import { laboratoryCommodity } from './base/laboratoryCommodity.ts';
import { panel } from './base/panel.ts';
import { panelGroup } from './base/panelGroup.ts';
import { sampleAttribute } from './base/sampleAttribute.ts';
import { sampleClass } from './base/sampleClass.ts';
import { sendSampleClient } from './base/sendSampleClient.ts';
import { codeStyle } from './code/codeStyle.ts';
import { numberSegment } from './code/numberSegment.ts';
import type { Resource } from './kernel/resource.ts';
import { enterTip } from './sample/enterTip.ts';

/** The resources a desk keeps copies of (`offline`), named one by one: who copies them in a worker loads their descriptions and no area's. */
export const offlineResources: readonly Resource[] = [
  client,
  commodity,
  hpoTerm,
  laboratory,
  laboratoryCommodity,
  panel,
  panelGroup,
  sampleAttribute,
  sampleClass,
  sendSampleClient,
  codeStyle,
  numberSegment,
  enterTip,
];

const byName = new Map(offlineResources.map((resource) => [resource.name, resource]));

/** The kept resource of a name; undefined where desks keep no copies of it. */
export function offlineResourceByName(name: string): Resource | undefined {
  return byName.get(name);
}
