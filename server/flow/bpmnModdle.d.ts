declare module 'bpmn-moddle' {
  export interface ModdleProperty {
    readonly name: string;
    readonly ns: { readonly localName: string };
    readonly isReference?: boolean;
    readonly isVirtual?: boolean;
  }
  export interface ModdleElement {
    readonly $type: string;
    readonly $attrs?: Readonly<Record<string, string>>;
    readonly $parent?: ModdleElement;
    readonly $descriptor: { readonly properties?: readonly ModdleProperty[] };
    readonly id?: string;
    readonly name?: string;
    readonly [key: string]: unknown;
  }
  export interface ParsedXml {
    readonly rootElement: ModdleElement;
    readonly warnings: readonly { readonly message: string }[];
  }
  export default class BpmnModdle {
    fromXML(xml: string): Promise<ParsedXml>;
  }
}
