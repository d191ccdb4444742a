import type { Field, FieldKind } from '#domain/kernel/fields.ts';
import { inLanguage, type Language } from '#domain/kernel/label.ts';
import { cellChoices } from '#domain/sheet/recordSheet.ts';
import type { PreviewField } from '#src/ui/sheet/sheetPreview.ts';

const widths: Readonly<Partial<Record<FieldKind, number>>> = {
  longText: 200,
  text: 150,
  code: 130,
  ref: 150,
  refList: 180,
  choiceList: 150,
  dateTime: 160,
};

/** A described field as a column of the preview. */
export function previewField(name: string, field: Field, language: Language): PreviewField {
  const choices = cellChoices(field).map((label) => inLanguage(label, language));
  return {
    field: name,
    title: field.label,
    width: widths[field.kind] ?? 110,
    isMono: field.kind === 'code',
    ...(choices.length > 0 ? { choices } : {}),
    ...(field.ref === undefined ? {} : { ref: field.ref }),
  };
}
