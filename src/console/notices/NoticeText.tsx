import { chakra } from '@chakra-ui/react';

const Text = chakra('div', {
  base: {
    textStyle: 'body',
    overflowWrap: 'anywhere',
    '& p, & ul, & ol, & pre, & blockquote': { my: 1.5 },
    '& h1, & h2': { fontSize: '16px', lineHeight: '24px', fontWeight: 'semibold', mt: 3, mb: 1 },
    '& h3, & h4': { fontWeight: 'semibold', mt: 2, mb: 1 },
    '& ul, & ol': { pl: 6 },
    '& ul': { listStyle: 'disc' },
    '& ol': { listStyle: 'decimal' },
    '& blockquote': { pl: 3, borderLeft: '3px solid', borderColor: 'border.strong', color: 'fg.muted' },
    '& code': { fontFamily: 'mono', bg: 'bg.muted', px: 1, borderRadius: 'sm' },
    '& pre': { p: 2, bg: 'bg.muted', borderRadius: 'md', overflowX: 'auto' },
    '& a': { color: 'accent.text', textDecoration: 'underline' },
    '& hr': { my: 3, borderColor: 'border' },
  },
});

/** The text of a notice. The server cleaned it when it was written: paragraphs, lists, links, nothing that acts. */
export function NoticeText({ html }: { readonly html: string }) {
  return <Text dangerouslySetInnerHTML={{ __html: html }} />;
}
