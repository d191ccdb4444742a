import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useText } from '#src/console/useText.ts';
import { IconButton } from '#src/ui/IconButton.tsx';

/** The contract's tree node (docs/wire.md#tree-node). */
export interface TreeNode {
  readonly id: string;
  readonly title: string;
  readonly children?: readonly TreeNode[];
}
interface CheckTreeProps {
  readonly nodes: readonly TreeNode[];
  readonly checked: ReadonlySet<string>;
  readonly onChange: (next: ReadonlySet<string>) => void;
  readonly label: string;
  readonly isReadOnly?: boolean;
  readonly id?: string;
}

const idsBelow = (node: TreeNode): string[] => [node.id, ...(node.children ?? []).flatMap(idsBelow)];

/** What is checked after a box was pressed: everything below goes along, everything above a checked one is checked. */
export function toggled(nodes: readonly TreeNode[], checked: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  const next = new Set(checked);
  const visit = (node: TreeNode): boolean => {
    if (node.id === id) for (const one of idsBelow(node)) next[isOn ? 'add' : 'delete'](one);
    else if ((node.children ?? []).map(visit).some(Boolean)) {
      // A heading stays as long as something below it does.
      if ((node.children ?? []).some((child) => next.has(child.id))) next.add(node.id);
      else next.delete(node.id);
    } else return false;
    return true;
  };
  nodes.forEach(visit);
  return next;
}

/** A tree of boxes; half a box where only part of what stands below is checked. */
export function CheckTree({ nodes, checked, onChange, label: name, isReadOnly = false, id }: CheckTreeProps) {
  const { label } = useText();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => nodes.flatMap(idsBelow), [nodes]);
  const count = all.filter((one) => checked.has(one)).length;
  const flip = (one: string): void => setOpen((before) => new Set(before.has(one) ? [...before].filter((other) => other !== one) : [...before, one]));

  const line = (node: TreeNode, depth: number): React.JSX.Element => {
    const below = (node.children ?? []).flatMap(idsBelow);
    const isChecked = checked.has(node.id);
    const isPart = isChecked && below.some((one) => !checked.has(one));
    const isOpen = open.has(node.id);
    return (
      <chakra.li
        key={node.id}
        role="treeitem"
        aria-label={node.title}
        aria-expanded={below.length > 0 ? isOpen : undefined}
        aria-checked={isPart ? 'mixed' : isChecked}
      >
        <chakra.div display="flex" alignItems="center" gap={1} ps={`${depth * 20}px`} minH="28px">
          {below.length > 0 ? (
            <IconButton
              size="sm"
              icon={isOpen ? ChevronDown : ChevronRight}
              label={label(isOpen ? ['收起{title}', 'Close {title}'] : ['展开{title}', 'Open {title}'], { title: node.title })}
              onClick={() => flip(node.id)}
            />
          ) : (
            <chakra.span w="28px" flexShrink={0} />
          )}
          <chakra.label display="inline-flex" alignItems="center" gap={2} minW={0} cursor={isReadOnly ? 'default' : 'pointer'}>
            <input
              type="checkbox"
              checked={isChecked}
              disabled={isReadOnly}
              ref={(box) => {
                if (box) box.indeterminate = isPart;
              }}
              onChange={(event) => onChange(toggled(nodes, checked, node.id, event.currentTarget.checked))}
            />
            <chakra.span overflowWrap="anywhere">{node.title}</chakra.span>
          </chakra.label>
        </chakra.div>
        {isOpen && node.children ? (
          <chakra.ul role="group" listStyleType="none">
            {node.children.map((child) => line(child, depth + 1))}
          </chakra.ul>
        ) : null}
      </chakra.li>
    );
  };
  const headings = nodes.flatMap((node) => [node.id, ...(node.children ?? []).flatMap((child) => (child.children ? [child.id] : []))]);
  return (
    <chakra.div border="hairline" borderRadius="md" px={2} py={1} id={id}>
      <chakra.div display="flex" alignItems="center" gap={3} textStyle="note" color="fg.muted" minH="28px">
        <span>{label(['已选 {count} / {total}', '{count} of {total} selected'], { count, total: all.length })}</span>
        <Link onClick={() => setOpen(open.size > 0 ? new Set() : new Set(headings))}>
          {label(open.size > 0 ? ['全部收起', 'Close all'] : ['全部展开', 'Open all'])}
        </Link>
        {isReadOnly ? null : (
          <Link onClick={() => onChange(count === all.length ? new Set() : new Set(all))}>
            {label(count === all.length ? ['全部取消', 'Select none'] : ['全选', 'Select all'])}
          </Link>
        )}
      </chakra.div>
      <chakra.ul role="tree" aria-label={name} aria-multiselectable listStyleType="none" maxH="420px" overflowY="auto" textStyle="dense" tabIndex={0}>
        {nodes.map((node) => line(node, 0))}
      </chakra.ul>
    </chakra.div>
  );
}

function Link({ onClick, children }: { readonly onClick: () => void; readonly children: React.ReactNode }) {
  return (
    <chakra.button type="button" color="accent.text" cursor="pointer" onClick={onClick}>
      {children}
    </chakra.button>
  );
}
