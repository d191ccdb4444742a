import { chakra } from '@chakra-ui/react';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Strikethrough,
  TextQuote,
  Underline,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import type { Label } from '#domain/kernel/label.ts';
import { useText } from '#src/console/useText.ts';
import { Button } from '#src/ui/Button.tsx';
import { TextControl } from '#src/ui/fields/TextControl.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';

export interface RichEditorProps {
  readonly id: string;
  /** HTML the editor starts with. */
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly label: string;
  readonly isInvalid?: boolean;
}

const Frame = chakra('div', {
  base: {
    border: '1px solid',
    borderColor: 'border.input',
    borderRadius: 'md',
    bg: 'bg.input',
    '&:focus-within': { borderColor: 'accent.focus' },
    '&[data-invalid]': { borderColor: 'danger.border' },
    '& .tiptap': { minH: '220px', maxH: '46vh', overflowY: 'auto', px: 3, py: 2, outline: 'none', textStyle: 'body', overflowWrap: 'anywhere' },
    '& .tiptap p, & .tiptap ul, & .tiptap ol, & .tiptap blockquote': { my: 1.5 },
    '& .tiptap h2': { fontSize: '16px', lineHeight: '24px', fontWeight: 'semibold', mt: 3, mb: 1 },
    '& .tiptap h3': { fontWeight: 'semibold', mt: 2, mb: 1 },
    '& .tiptap ul': { pl: 6, listStyle: 'disc' },
    '& .tiptap ol': { pl: 6, listStyle: 'decimal' },
    '& .tiptap blockquote': { pl: 3, borderLeft: '3px solid', borderColor: 'border.strong', color: 'fg.muted' },
    '& .tiptap a': { color: 'accent.text', textDecoration: 'underline' },
  },
});
const Tools = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, p: 1, borderBottom: 'hairline' } });

interface Tool {
  readonly key: string;
  readonly label: Label;
  readonly icon: LucideIcon;
  readonly act: (editor: Editor) => void;
  readonly isOn?: (editor: Editor) => boolean;
}
const tools: readonly Tool[] = [
  { key: 'bold', label: ['加粗', 'Bold'], icon: Bold, act: (e) => e.chain().focus().toggleBold().run(), isOn: (e) => e.isActive('bold') },
  { key: 'italic', label: ['斜体', 'Italic'], icon: Italic, act: (e) => e.chain().focus().toggleItalic().run(), isOn: (e) => e.isActive('italic') },
  {
    key: 'underline',
    label: ['下划线', 'Underline'],
    icon: Underline,
    act: (e) => e.chain().focus().toggleUnderline().run(),
    isOn: (e) => e.isActive('underline'),
  },
  {
    key: 'strike',
    label: ['删除线', 'Strike through'],
    icon: Strikethrough,
    act: (e) => e.chain().focus().toggleStrike().run(),
    isOn: (e) => e.isActive('strike'),
  },
  {
    key: 'h2',
    label: ['大标题', 'Heading'],
    icon: Heading2,
    act: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (e) => e.isActive('heading', { level: 2 }),
  },
  {
    key: 'h3',
    label: ['小标题', 'Small heading'],
    icon: Heading3,
    act: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (e) => e.isActive('heading', { level: 3 }),
  },
  {
    key: 'bullets',
    label: ['项目符号', 'Bullets'],
    icon: List,
    act: (e) => e.chain().focus().toggleBulletList().run(),
    isOn: (e) => e.isActive('bulletList'),
  },
  {
    key: 'numbers',
    label: ['编号', 'Numbers'],
    icon: ListOrdered,
    act: (e) => e.chain().focus().toggleOrderedList().run(),
    isOn: (e) => e.isActive('orderedList'),
  },
  {
    key: 'quote',
    label: ['引用', 'Quote'],
    icon: TextQuote,
    act: (e) => e.chain().focus().toggleBlockquote().run(),
    isOn: (e) => e.isActive('blockquote'),
  },
  { key: 'undo', label: ['撤销', 'Undo'], icon: Undo2, act: (e) => e.chain().focus().undo().run() },
  { key: 'redo', label: ['重做', 'Redo'], icon: Redo2, act: (e) => e.chain().focus().redo().run() },
];

/** Only addresses that open a page or a mail; the server keeps no others. */
const isAddress = (text: string): boolean => /^(https?:\/\/|mailto:|tel:)\S+$/i.test(text);

/** The text of a notice, written as it will look. */
export function RichEditor({ id, value, onChange, label: name, isInvalid = false }: RichEditorProps) {
  const { label } = useText();
  const [address, setAddress] = useState<string | null>(null);
  const editor = useEditor({
    extensions: [StarterKit.configure({ heading: { levels: [2, 3] }, codeBlock: false, link: { openOnClick: false, defaultProtocol: 'https' } })],
    content: value,
    editorProps: { attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': name } },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      keys: tools
        .filter(({ isOn }) => isOn?.(now))
        .map(({ key }) => key)
        .join(),
      link: now.isActive('link'),
    }),
  });
  const setLink = (): void => {
    const href = (address ?? '').trim();
    if (href === '') editor.chain().focus().extendMarkRange('link').unsetLink().run();
    else if (isAddress(href)) editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    setAddress(null);
  };
  const isBad = address !== null && address.trim() !== '' && !isAddress(address.trim());
  return (
    <Frame data-invalid={isInvalid || undefined}>
      <Tools role="toolbar" aria-label={label(['格式', 'Format'])} data-enter-skip="">
        {tools.map((tool) => (
          <IconButton
            key={tool.key}
            size="sm"
            label={label(tool.label)}
            icon={tool.icon}
            isPressed={tool.isOn ? on.keys.split(',').includes(tool.key) : undefined}
            onClick={() => tool.act(editor)}
          />
        ))}
        <IconButton
          size="sm"
          label={label(['链接', 'Link'])}
          icon={Link2}
          isPressed={on.link}
          onClick={() => setAddress(address === null ? String(editor.getAttributes('link')['href'] ?? 'https://') : null)}
        />
        {address !== null ? (
          <>
            <chakra.div w="280px">
              <TextControl
                value={address}
                onChange={(next) => setAddress(String(next ?? ''))}
                ariaLabel={label(['链接地址', 'Address'])}
                isInvalid={isBad}
              />
            </chakra.div>
            <Button size="sm" disabled={isBad} onClick={setLink}>
              {label(address.trim() === '' ? ['取消链接', 'Remove'] : ['确定', 'OK'])}
            </Button>
            {isBad ? (
              <chakra.span textStyle="note" color="danger.text">
                {label(['须以 http(s):// 、mailto: 或 tel: 开头', 'Begin with http(s)://, mailto: or tel:'])}
              </chakra.span>
            ) : null}
          </>
        ) : null}
      </Tools>
      <EditorContent editor={editor} />
    </Frame>
  );
}
