import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { commandByName } from '#domain/commands.ts';
import type { Fields } from '#domain/kernel/fields.ts';
import type { Label } from '#domain/kernel/label.ts';
import type { ActChange } from '#domain/sample/change/actChanges.ts';
import { changeableFields, fieldLabel } from '#domain/sample/change/changeValues.ts';
import { tubeFields } from '#domain/sample/rules/summaryFields.ts';
import { labStatus } from '#domain/sample/sampleStatus.ts';
import { timelineAct, type TimelineEvent, type TimelinePicture } from '#domain/search/sampleDetail.ts';
import { Photograph, type PhotographProps } from '#src/console/pictures/Photographs.tsx';
import { useSession } from '#src/console/useSession.ts';
import { useText } from '#src/console/useText.ts';
import { ActTime } from '#src/ui/ActTime.tsx';
import { Line, Told } from './CustodyLine.tsx';
import { shownValue } from './shownValue.ts';
import { placeOf } from './timelinePlaces.ts';

/** What an event is called. */
const titleOf = (what: string): Label => commandByName(what)?.title ?? timelineAct.labelOf(what) ?? [what, what];
const statusOf = (status: number | null): Label => labStatus.labelOf(status) ?? ['', ''];

export interface TimelineListProps {
  readonly events: readonly TimelineEvent[];
  /** What acts changed, where that is told. */
  readonly changes?: readonly ActChange[];
  /** Of several tubes: each event says of which. */
  readonly isNamed: boolean;
  readonly requisitionCode: string;
}

/** Events in their order: what, who, when, at which desk, why, which status became which, values before and after, photographs; of several tubes, of which. */
export function TimelineList({ events, changes = [], isNamed, requisitionCode }: TimelineListProps) {
  const { label } = useText();
  const { can } = useSession();
  return (
    <Line aria-label={label(['时间轴', 'Timeline'])}>
      {events.map((event, index) => {
        const { actId, at, serverTime, what, sampleCode, by, desk, why, content, pictures, fromStatus, toStatus } = event;
        const place = placeOf(event, requisitionCode, can);
        const changed = changes.find((one) => actId !== null && one.actId === actId);
        return (
          <li key={index} data-act={what}>
            <chakra.span fontWeight="medium">{label(titleOf(what))}</chakra.span>
            {toStatus === null || toStatus === fromStatus
              ? null
              : fromStatus === null
                ? ` → ${label(statusOf(toStatus))}`
                : ` ${label(statusOf(fromStatus))} → ${label(statusOf(toStatus))}`}
            {content ? <chakra.span ml={2}>{content}</chakra.span> : null}
            {place ? (
              <chakra.span ml={2} color="accent.text" textDecoration="underline" _print={{ display: 'none' }}>
                <Link to={place.to}>{label(place.word)}</Link>
              </chakra.span>
            ) : null}
            <Told>
              <chakra.span textStyle="figures">
                <ActTime at={at} serverTime={serverTime} />
              </chakra.span>
              {isNamed && sampleCode ? <chakra.span textStyle="mono">{sampleCode}</chakra.span> : null}
              {by ? <span>{by}</span> : null}
              {desk ? <span>{label(['工作台 {desk}', 'Desk {desk}'], { desk })}</span> : null}
              {why ? <span>{label(['原因: {why}', 'Why: {why}'], { why })}</span> : null}
            </Told>
            {changed ? <Changed act={changed} /> : null}
            {pictures.length > 0 ? (
              <chakra.div display="flex" flexWrap="wrap" gap={2} mt={1} data-photographs>
                {pictures.map((picture) => (
                  <Photograph key={picture.pictureId} {...askedOf(picture)} />
                ))}
              </chakra.div>
            ) : null}
          </li>
        );
      })}
    </Line>
  );
}

/** The call that hands out a picture. */
const askedOf = ({ of, ownerId, pictureId, mime }: TimelinePicture): PhotographProps =>
  of === 'requisition'
    ? { at: 'sample/requisition-image/download', query: { requisitionImageId: pictureId }, mime }
    : {
        at: of === 'rejection' ? 'sample/reject-record/photo' : 'sample/abnormal-registration/photo',
        query: { id: ownerId, photoId: pictureId },
        mime,
      };

const ofTube = /^tubes\.(\d+)\.(.+)$/;
/** Values as they were and as they became, and what was added to the order or taken off it. */
function Changed({ act: { entryForm, changes, added, removed } }: { readonly act: ActChange }) {
  const { label, language } = useText();
  const fields: Fields = { ...changeableFields(entryForm, true), ...tubeFields };
  const nameOf = (field: string): string => {
    const [, at, name = ''] = ofTube.exec(field) ?? [];
    const own: Label = fields[name]?.label ?? [name, name];
    return at === undefined ? label(fieldLabel(entryForm, field)) : `${label(['第 {n} 管', 'Tube {n}'], { n: Number(at) + 1 })} ${label(own)}`;
  };
  const fieldOf = (field: string) => fields[ofTube.exec(field)?.[2] ?? field];
  return (
    <chakra.ul listStyleType="none" mt={1} data-changed>
      {changes.map(({ field, before, after, beforeName, afterName }) => (
        <li key={field}>
          {nameOf(field)}: <del>{beforeName ?? shownValue(fieldOf(field), before, language)}</del> →{' '}
          <chakra.ins textDecoration="none" fontWeight="medium">
            {afterName ?? shownValue(fieldOf(field), after, language)}
          </chakra.ins>
        </li>
      ))}
      {added.length > 0 ? <li>{label(['增加: {names}', 'Added: {names}'], { names: added.join('、') })}</li> : null}
      {removed.length > 0 ? <li>{label(['删除: {names}', 'Taken off: {names}'], { names: removed.join('、') })}</li> : null}
    </chakra.ul>
  );
}
