import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useRef } from 'react';
import type { QcPointRow } from '#domain/lab/qcChart.ts';
import { chartDeviations, type DrawnPoint } from '#domain/lab/rules/leveyJennings.ts';
import { controlVerdict } from '#domain/lab/rules/westgard.ts';
import { useText } from '#src/console/useText.ts';

const height = 300;
const [left, right, top] = [64, 16, 12];
const step = 26;
const inner = height - 2 * top;
const toneOf = ({ verdict, excludedReason }: QcPointRow): string =>
  excludedReason !== null
    ? 'var(--ui-colors-fg-muted)'
    : verdict === controlVerdict.rejected
      ? 'var(--ui-colors-danger-solid)'
      : verdict === controlVerdict.warning
        ? 'var(--ui-colors-warning-solid)'
        : 'var(--ui-colors-success-solid)';

/** A shape beside the colour: round in control, a triangle for a warning, a cross for what is out, hollow where it was excluded. */
function Shape({ x, y, point, isChosen }: { readonly x: number; readonly y: number; readonly point: QcPointRow; readonly isChosen: boolean }) {
  const color = toneOf(point);
  const ring = isChosen ? <circle cx={x} cy={y} r={10} fill="none" stroke="var(--ui-colors-accent-solid)" strokeWidth={2} /> : null;
  if (point.excludedReason !== null)
    return (
      <>
        {ring}
        <circle cx={x} cy={y} r={4.5} fill="none" stroke={color} strokeDasharray="2 2" strokeWidth={1.5} />
      </>
    );
  const shape =
    point.verdict === controlVerdict.rejected ? (
      <path d={`M${x - 5} ${y - 5}L${x + 5} ${y + 5}M${x + 5} ${y - 5}L${x - 5} ${y + 5}`} stroke={color} strokeWidth={2.5} />
    ) : point.verdict === controlVerdict.warning ? (
      <path d={`M${x} ${y - 6}L${x + 6} ${y + 5}L${x - 6} ${y + 5}Z`} fill={color} />
    ) : (
      <circle cx={x} cy={y} r={4} fill={color} />
    );
  return (
    <>
      {ring}
      {shape}
    </>
  );
}

export interface LeveyJenningsProps {
  readonly points: readonly DrawnPoint[];
  readonly target: { readonly mean: number; readonly sd: number } | null;
  readonly chosen: string | null;
  readonly onChoose: (qcPointId: string) => void;
  /** Enter, or a second press, on a point. */
  readonly onOpen: (point: QcPointRow) => void;
}

/** A Levey-Jennings chart: the lines of one, two and three deviations, the points by age. The arrows walk the points, Enter opens one. */
export function LeveyJennings({ points, target, chosen, onChoose, onOpen }: LeveyJenningsProps) {
  const { label } = useText();
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(600, left + right + step * points.length);
  const yOf = (z: number): number => top + ((chartDeviations - z) / (2 * chartDeviations)) * inner;
  const xOf = (at: number): number => left + step / 2 + at * step;
  const drawn = points.flatMap((one, at) => (one.y === null ? [] : [{ ...one, at, y: top + one.y * inner }]));
  const counted = drawn.filter(({ point }) => point.excludedReason === null);
  const onKey = (event: KeyboardEvent): void => {
    const at = drawn.findIndex(({ point }) => point.qcPointId === chosen);
    const to =
      event.key === 'ArrowRight'
        ? at + 1
        : event.key === 'ArrowLeft'
          ? (at === -1 ? drawn.length : at) - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? drawn.length - 1
              : null;
    if (to !== null) {
      event.preventDefault();
      const found = drawn[Math.max(0, Math.min(drawn.length - 1, to))];
      if (found) {
        onChoose(found.point.qcPointId);
        frame.current?.scrollTo?.({ left: xOf(found.at) - 300 });
      }
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const found = drawn[at];
      if (found) onOpen(found.point);
    }
  };
  const one = drawn.find(({ point }) => point.qcPointId === chosen)?.point;
  return (
    <chakra.div
      ref={frame}
      role="application"
      aria-label={label(['质控图: 左右键选点, Enter 打开', 'Control chart: the arrows choose a point, Enter opens it'])}
      aria-roledescription={label(['质控图', 'Control chart'])}
      aria-description={
        one ? `${one.createTime} ${one.value} ${label(controlVerdict.labelOf(one.verdict) ?? ['', ''])} ${one.rules.join(' ')}` : undefined
      }
      tabIndex={0}
      overflowX="auto"
      borderRadius="md"
      onKeyDown={onKey}
      _focusVisible={{ outline: '2px solid {colors.accent.focus}', outlineOffset: '1px' }}
    >
      <svg width={width} height={height} aria-hidden fontSize={11} fill="var(--ui-colors-fg-muted)">
        {[-3, -2, -1, 0, 1, 2, 3].map((z) => (
          <g key={z}>
            <line
              x1={left}
              x2={width - right}
              y1={yOf(z)}
              y2={yOf(z)}
              stroke={
                Math.abs(z) === 3
                  ? 'var(--ui-colors-danger-solid)'
                  : Math.abs(z) === 2
                    ? 'var(--ui-colors-warning-solid)'
                    : 'var(--ui-colors-border-input)'
              }
              strokeDasharray={z === 0 ? undefined : Math.abs(z) === 1 ? '2 4' : '6 4'}
            />
            <text x={4} y={yOf(z) + 4}>
              {z === 0 ? 'x̄' : `${z > 0 ? '+' : ''}${z}s`} {target ? Number((target.mean + z * target.sd).toPrecision(5)) : ''}
            </text>
          </g>
        ))}
        <polyline points={counted.map(({ at, y }) => `${xOf(at)},${y}`).join(' ')} fill="none" stroke="var(--ui-colors-border-input)" />
        {drawn.map(({ point, at, y, z }) => (
          <g
            key={point.qcPointId}
            data-point={point.qcPointId}
            style={{ cursor: 'pointer' }}
            onClick={() => (point.qcPointId === chosen ? onOpen(point) : onChoose(point.qcPointId))}
          >
            <title>{`${point.createTime} ${point.value}${z === null ? '' : ` z ${z.toFixed(2)}`} ${point.rules.join(' ')}`}</title>
            <rect x={xOf(at) - step / 2} y={top} width={step} height={inner} fill="transparent" />
            <Shape x={xOf(at)} y={y} point={point} isChosen={point.qcPointId === chosen} />
          </g>
        ))}
      </svg>
    </chakra.div>
  );
}
