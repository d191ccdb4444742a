import { commonRefusals } from '#domain/kernel/command.ts';
import { fillLabel, type Label } from '#domain/kernel/label.ts';
import type { RefusalParams } from '#domain/kernel/outcome.ts';
import { UserError } from '#server/kernel/core/answers.ts';

/** Thrown while what an act needs is loaded: a command is refused for it before its rule sees anything, a call answers with it. */
export class LoadRefusal extends UserError {
  readonly refusalCode: string;
  readonly refusalParams: RefusalParams;

  constructor(status: number, refusalCode: string, refusalParams: RefusalParams) {
    const label: Label = commonRefusals[refusalCode] ?? [refusalCode, refusalCode];
    const text: Label = [fillLabel(label, refusalParams, 'zh'), fillLabel(label, refusalParams, 'en')];
    super(status, text, { refusal: refusalCode, params: refusalParams });
    this.name = new.target.name;
    this.refusalCode = refusalCode;
    this.refusalParams = refusalParams;
  }
}

/** What was asked for stands in a laboratory the person has nothing to do with; no more is said. */
export class NotYours extends LoadRefusal {
  constructor(what: string) {
    super(403, 'command.notYours', { what });
  }
}

/** The code stood on a label that was replaced. */
export class CodeReplaced extends LoadRefusal {
  constructor(said: { readonly code: string; readonly newCode: string; readonly by: string; readonly at: string }) {
    super(409, 'command.codeReplaced', said);
  }
}
