import { chakra } from '@chakra-ui/react';
import { ChevronDown, X } from 'lucide-react';
import { type Ref, useId, useImperativeHandle, useRef } from 'react';
import { useSay } from '../language.ts';
import type { PickerItem } from '../picker.ts';
import { ComboList } from './ComboList.tsx';
import { ariaOf, type ControlProps, Frame } from './control.ts';
import { useHolder } from './holder.ts';
import { type ComboOptions, useCombo } from './useCombo.ts';

export interface ComboProps
  extends Omit<ControlProps<never>, 'value' | 'defaultValue' | 'onChange'>, Pick<ComboOptions, 'search' | 'isFar' | 'isMultiple'> {
  readonly chosen: readonly PickerItem[];
  readonly onChosen: (items: readonly PickerItem[]) => void;
}

const Chip = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2px',
    h: '22px',
    maxW: '220px',
    ml: '3px',
    pl: '6px',
    pr: '2px',
    bg: 'bg.muted',
    borderRadius: 'sm',
    textStyle: 'dense',
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
});
const Small = chakra('button', {
  base: {
    display: 'inline-flex',
    p: '3px',
    borderRadius: 'sm',
    color: 'fg.muted',
    cursor: 'pointer',
    flexShrink: 0,
    _hover: { bg: 'bg.muted', color: 'fg' },
  },
});

/** A code and a name as a chosen value reads. */
export function itemText(item: PickerItem): string {
  return item.code ? `${item.code} ${item.name}` : item.name;
}

/** A select one searches by typing: one row or several. The part under ResourcePicker and long choices. */
export function Combo(props: ComboProps) {
  const {
    chosen,
    onChosen,
    isMultiple = false,
    search,
    isFar,
    isDisabled,
    isReadOnly,
    isRequired,
    size = 'md',
    id,
    name,
    placeholder,
    autoFocus,
    inputRef,
    onBlur,
  } = props;
  const say = useSay();
  const listId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isFixed = isDisabled === true || isReadOnly === true;
  const isChosen = (item: PickerItem): boolean => chosen.some((other) => other.id === item.id);
  const without = (item: PickerItem): readonly PickerItem[] => chosen.filter((other) => other.id !== item.id);
  const combo = useCombo({
    search,
    isFar: isFar === true,
    isMultiple,
    isFixed,
    onBlur,
    input,
    isChosen,
    onPick: (item) => onChosen(!isMultiple ? [item] : isChosen(item) ? without(item) : [...chosen, item]),
    onClear: () => onChosen([]),
    onBackspace: isMultiple && !isFixed ? () => onChosen(chosen.slice(0, -1)) : undefined,
  });
  const { isOpen, items, state, active, query, unread } = combo;
  useHolder(frame, combo.holder);

  useImperativeHandle<HTMLElement | null, HTMLElement | null>(inputRef as Ref<HTMLElement | null>, () => input.current);
  const single = isMultiple ? undefined : chosen[0];
  const canClear = !isFixed && !isRequired && single !== undefined;
  return (
    <Frame
      ref={frame}
      size={size}
      flexWrap={isMultiple ? 'wrap' : 'nowrap'}
      data-invalid={props.isInvalid || unread !== null || undefined}
      data-disabled={isDisabled || undefined}
      data-readonly={isReadOnly || undefined}
      data-chosen={chosen.length > 0 || undefined}
      data-tip={
        unread === 'unsearchedRef'
          ? say(['“{text}”查找失败, 请重试, Esc 放弃', 'The search for “{text}” failed; try again, Esc drops it'], { text: query })
          : unread
            ? say(['“{text}”未选定: 请从列表中选择, Esc 放弃', '“{text}” is not chosen: pick from the list, Esc drops it'], { text: query })
            : undefined
      }
    >
      {isMultiple
        ? chosen.map((item) => (
            <Chip key={item.id} data-tip={itemText(item)}>
              <span>{item.name}</span>
              {isFixed ? null : (
                <Small
                  type="button"
                  tabIndex={-1}
                  aria-label={say(['移除{name}', 'Remove {name}'], { name: item.name })}
                  onClick={() => onChosen(without(item))}
                >
                  <X size={12} aria-hidden />
                </Small>
              )}
            </Chip>
          ))
        : null}
      <chakra.input
        ref={input}
        id={id}
        name={name}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        autoFocus={autoFocus}
        disabled={isDisabled}
        readOnly={isReadOnly}
        textOverflow="ellipsis"
        placeholder={placeholder ?? (isFixed || (isMultiple && chosen.length > 0) ? undefined : say(['输入编号、名称或首字母', 'Code or name']))}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && items[active] ? `${listId}-${active}` : undefined}
        {...ariaOf({ ...props, isInvalid: props.isInvalid || unread !== null })}
        value={query ?? (single ? itemText(single) : '')}
        onChange={(event) => combo.type(event.target.value)}
        onKeyDown={combo.onKeyDown}
        onClick={combo.open}
        onFocus={(event) => event.target.select()}
        onBlur={combo.leave}
      />
      {canClear ? (
        <Small
          type="button"
          tabIndex={-1}
          aria-label={say(['清除', 'Clear'])}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChosen([])}
        >
          <X size={13} aria-hidden />
        </Small>
      ) : null}
      {isFixed ? null : (
        <Small as="span" aria-hidden pointerEvents="none">
          <ChevronDown size={14} />
        </Small>
      )}
      {isOpen ? (
        <ComboList
          id={listId}
          anchor={frame}
          items={items}
          state={state}
          active={active}
          isChosen={isChosen}
          isMultiple={isMultiple}
          count={chosen.length}
          onActive={combo.setActive}
          onPick={combo.pick}
        />
      ) : null}
    </Frame>
  );
}
