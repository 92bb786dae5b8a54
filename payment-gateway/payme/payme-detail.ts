import { z } from 'zod';

const count = z.int().nonnegative();

const Detail = z.object({
  receipt_type: z.literal(0),
  items: z
    .array(
      z.object({
        title: z.string().min(1),
        price: count,
        count: z.int().positive(),
        discount: count.default(0),
        code: z.string().regex(/^\d{17}$/),
        package_code: z.string(),
        units: z.int().optional(),
        vat_percent: z.number().min(0).max(100),
      }),
    )
    .min(1),
});

/** What is wrong with the `detail` of a receipt over an amount; null: nothing, or it has none. */
export function faultOfDetail(detail: unknown, amount: number): string | null {
  if (detail === undefined || detail === null) return null;
  const parsed = Detail.safeParse(detail);
  if (!parsed.success) return `detail: ${z.prettifyError(parsed.error)}`;
  const sum = parsed.data.items.reduce((before, one) => before + one.price * one.count - one.discount, 0);
  return sum === amount ? null : `detail: the items add up to ${sum} instead of ${amount}`;
}
