import sanitizeHtml from 'sanitize-html';

const options: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'h1', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'hr', 'a'],
  allowedAttributes: { a: ['href', 'target', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  // What stands in a style, a script or the like is no text of the notice.
  nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
  transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer nofollow' }) },
};

/** The text of a notice as it may be shown to others: paragraphs, headings, lists, links; nothing that acts or loads. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, options).trim();
}

/** The words of a notice without their dress; '' where there are none. */
export function htmlWords(html: string): string {
  return sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })
    .replaceAll('&nbsp;', ' ')
    .replace(/[\s\u00A0\u200B]+/g, ' ')
    .trim();
}
