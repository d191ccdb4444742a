import { chakra } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import type { EntryForm, PedigreePerson, Values } from '#domain/sample/rules/entryForm.ts';
import { useText } from '#src/console/useText.ts';
import type { DescribedForm } from '#src/ui/form/useDescribedForm.ts';

/** px of one person, and of one generation. */
const [wide, high, half] = [72, 84, 11];

/** The family of a form while it is typed, drawn from its rows; a list of the same people is read aloud. */
export function PedigreeDrawing({
  form,
  carried,
  draw,
}: {
  readonly form: DescribedForm;
  readonly carried: Values;
  readonly draw: NonNullable<EntryForm['pedigree']>;
}) {
  const { label } = useText();
  const values = useWatch({ control: form.methods.control }) as Values;
  const family = draw({ ...carried, ...values });
  if (!family) return null;
  const { people, lines, others } = family;
  const xs = people.map(({ x }) => x);
  const left = Math.min(...xs) - 0.75;
  const width = (Math.max(...xs) + 0.75 - left) * wide;
  const top = Math.min(...people.map(({ y }) => y));
  const height = (Math.max(...people.map(({ y }) => y)) - top + 1) * high;
  const at = (x: number, y: number): readonly [number, number] => [(x - left) * wide, (y - top) * high + 20];
  const title = label(['家系图', 'Pedigree']);
  return (
    <chakra.figure m={0} data-testid="pedigree" overflowX="auto">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden fontSize={12} textAnchor="middle" fill="currentColor">
        {lines.map(({ x1, y1, x2, y2 }) => {
          const [[fromX, fromY], [toX, toY]] = [at(x1, y1), at(x2, y2)];
          return <line key={`${x1} ${y1} ${x2} ${y2}`} x1={fromX} y1={fromY} x2={toX} y2={toY} stroke="currentColor" />;
        })}
        {people.map((person, index) => {
          const [x, y] = at(person.x, person.y);
          return (
            <g key={index} transform={`translate(${x} ${y})`}>
              <Shape {...person} />
              {person.mark === 'unknown' ? <text y={4}>?</text> : null}
              {person.isProband ? (
                <text x={-half - 8} y={half + 4}>
                  ↗
                </text>
              ) : null}
              <text y={half + 15} {...overLines}>
                {person.name}
              </text>
              <text y={half + 29} fontSize={10}>
                {person.sampleCode}
              </text>
            </g>
          );
        })}
      </svg>
      <chakra.ul srOnly aria-label={title}>
        {[...people, ...others].map(({ text, isProband }, index) => (
          <li key={index}>
            {label(text)}
            {isProband ? ` ${label(['先证者', 'Proband'])}` : ''}
          </li>
        ))}
      </chakra.ul>
      <chakra.figcaption textStyle="note" color="fg.muted">
        {title}
        {others.length > 0 ? ` · ${label(['未画出', 'Not drawn'])}: ${others.map(({ text }) => label(text)).join('; ')}` : ''}
      </chakra.figcaption>
    </chakra.figure>
  );
}

/** A line that comes down behind a name does not cross it out. */
const overLines = { stroke: 'var(--chakra-colors-bg, white)', strokeWidth: 3, paintOrder: 'stroke' } as const;

/** The signs of pedigrees: a square a man, a circle a woman, a diamond nobody knows; filled where affected. White behind, so that no line shows through. */
function Shape({ shape, mark }: Pick<PedigreePerson, 'shape' | 'mark'>) {
  const paint = { fill: mark === 'affected' ? 'currentColor' : 'var(--chakra-colors-bg, white)', stroke: 'currentColor', strokeWidth: 1.5 };
  if (shape === 'circle') return <circle r={half} {...paint} />;
  if (shape === 'square') return <rect x={-half} y={-half} width={2 * half} height={2 * half} {...paint} />;
  return <polygon points={`0,${-half - 2} ${half + 2},0 0,${half + 2} ${-half - 2},0`} {...paint} />;
}
