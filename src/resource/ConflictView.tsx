import { chakra } from '@chakra-ui/react';
import { GitCompareArrows } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Resource } from '#domain/kernel/resource.ts';
import { Button } from '#src/ui/Button.tsx';
import { FieldInput } from '#src/ui/FieldInput.tsx';
import { useSay } from '#src/ui/language.ts';
import { mergeConflict } from './conflict.ts';
import type { WireRow } from './wireRow.ts';

export interface ConflictViewProps {
  readonly resource: Resource;
  readonly base: WireRow;
  readonly theirs: WireRow;
  readonly mine: Readonly<Record<string, unknown>>;
  /** The values the form goes on with; it is saved again by the person. */
  readonly onSettled: (values: Readonly<Record<string, unknown>>) => void;
}

const Box = chakra('section', {
  base: { mb: 3, p: 3, border: '1px solid', borderColor: 'warning.border', bg: 'warning.subtle', borderRadius: 'md', textStyle: 'dense' },
});
const Head = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 2, mb: 2, color: 'warning.text', fontWeight: 'medium' } });
const Row = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: '100px 1fr 1fr', gap: 2, alignItems: 'center', py: 1, borderTop: 'hairline' },
});
const Side = chakra('label', {
  base: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: 2, alignItems: 'center', cursor: 'pointer' },
});

/** Two people changed one record: shows, field by field, what each wants, and lets the second one choose. */
export function ConflictView({ resource, base, theirs, mine, onSettled }: ConflictViewProps) {
  const say = useSay();
  const { taken, differences } = useMemo(() => mergeConflict(resource, base, mine, theirs), [resource, base, mine, theirs]);
  const [choice, setChoice] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const open = differences.filter(({ name }) => !choice[name]).length;
  const takenNames = Object.keys(taken).map((name) => say(resource.fields[name]?.label ?? [name, name]));
  const who = [theirs.updateUserName, theirs.updateTime].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return (
    <Box role="alert">
      <Head>
        <GitCompareArrows size={16} aria-hidden />
        {say(['这条数据已被他人修改', 'Somebody else changed this record'])}
        {who ? <chakra.span fontWeight="normal">{who}</chakra.span> : null}
      </Head>
      {differences.map(({ name, mine: ours, theirs: other }) => {
        const field = resource.fields[name];
        if (!field) return null;
        const side = (value: 'mine' | 'theirs', shown: unknown) => (
          <Side>
            <input type="radio" name={`conflict-${name}`} checked={choice[name] === value} onChange={() => setChoice({ ...choice, [name]: value })} />
            <FieldInput
              field={field}
              value={shown ?? null}
              isReadOnly
              ariaLabel={say(value === 'mine' ? ['我的{label}', 'My {label}'] : ['对方的{label}', 'Their {label}'], { label: field.label })}
            />
          </Side>
        );
        return (
          <Row key={name}>
            <span>{say(field.label)}</span>
            <div>
              {say(['我的修改', 'Mine'])}
              {side('mine', ours)}
            </div>
            <div>
              {say(['对方的修改', 'Theirs'])}
              {side('theirs', other)}
            </div>
          </Row>
        );
      })}
      {takenNames.length > 0 ? (
        <chakra.p pt={1}>
          {say(['对方还修改了: {names},将采用对方的值', 'Also changed by them and taken over: {names}'], {
            names: takenNames.join(say(['、', ', '])),
          })}
        </chakra.p>
      ) : null}
      <chakra.div display="flex" gap={2} justifyContent="flex-end" pt={2}>
        {differences.length > 0 ? (
          <Button size="sm" onClick={() => setChoice(Object.fromEntries(differences.map(({ name }) => [name, 'theirs' as const])))}>
            {say(['全部采用对方的', 'Take all of theirs'])}
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="primary"
          disabled={open > 0}
          onClick={() =>
            onSettled({
              ...taken,
              ...Object.fromEntries(differences.map(({ name, mine: ours, theirs: other }) => [name, choice[name] === 'theirs' ? other : ours])),
            })
          }
        >
          {open > 0 ? say(['还有 {open} 处待选择', '{open} left to choose'], { open }) : say(['继续编辑并保存', 'Go on and save'])}
        </Button>
      </chakra.div>
    </Box>
  );
}
