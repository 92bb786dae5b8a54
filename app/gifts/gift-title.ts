import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useCountedText } from '#base/ui/page/use-quoted.ts';
import type { ShownGift } from './gift-shapes.ts';

type Titled = Pick<ShownGift, 'giver' | 'kind' | 'months' | 'pieces'> & {
  readonly product: { readonly name: string } | null;
};

/** Returns what names a gift: who gives what. */
export function useGiftTitle(): (gift: Titled) => string {
  const { t } = useLingui();
  const counted = useCountedText();
  return ({ giver, kind, months, pieces, product }) => {
    if (kind === 'Pieces') {
      if (pieces === 0) return t`Подарок отменён`;
      const what = counted(pieces, product?.name ?? '');
      return giver === null ? t`Подарок зрителям: ${what}` : t`${giver} дарит зрителям ${what}`;
    }
    if (months === 0) return t`Подарок отменён`;
    return giver === null
      ? t`Подарок: ${plural(months, { one: '# месяц', few: '# месяца', many: '# месяцев', other: '# месяца' })}`
      : t`${giver} дарит ${plural(months, { one: '# месяц', few: '# месяца', many: '# месяцев', other: '# месяца' })}`;
  };
}
