import { z } from 'zod';
import { taxItemRules } from './tax-item.ts';

const { code, packageCode, unit, vat } = taxItemRules;

/** What the tax service calls a thing that is sold; `vat` in per cent, empty texts are none (docs/rules.md#receipts). */
export const taxItem = z.strictObject({
  code: z.string().regex(code.pattern, { error: code.fault }),
  packageCode: z.string().regex(packageCode.pattern, { error: packageCode.fault }),
  unit: z.string().regex(unit.pattern, { error: unit.fault }),
  vat: z.int({ error: vat.fault }).min(0, { error: vat.fault }).max(vat.most, { error: vat.fault }),
});
