import { declareCalls } from '#domain/kernel/contract.ts';
import { savedId } from '#domain/kernel/resourceShapes.ts';

export const resultTemplateContracts = declareCalls({
  'POST base/result-template/save': {
    title: ['保存结果模板', 'Save: result template'],
    permission: 'resultTemplate_save',
    isUpload: true,
    answer: savedId,
  },
});
