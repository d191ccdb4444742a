import type { RefusalParams } from '#domain/kernel/outcome.ts';
import { UserError } from './answers.ts';

/**
 * What was asked for stands in a laboratory the person has nothing to do with. Thrown while it is loaded: a command is
 * refused for it before its rule sees anything, a call answers 403; neither says more than that.
 */
export class NotYours extends UserError {
  readonly refusalParams: RefusalParams;

  constructor(what: string) {
    super(403, [`不属于您的检验所: ${what}`, `Not of your laboratories: ${what}`], { refusal: 'command.notYours', params: { what } });
    this.name = 'NotYours';
    this.refusalParams = { what };
  }
}
