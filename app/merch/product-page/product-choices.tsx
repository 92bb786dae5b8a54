import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { bring } from '#base/pages/bring.ts';
import { useNames } from '#base/ui/page/use-names.ts';
import type { WireProduct } from '../merch-shapes.ts';
import type { SizeChip } from '../product-view.ts';
import type { SizeChart } from '../size-chart.ts';
import classes from './product-choices.module.css';

const SizeChartOpener = lazy(() => bring(() => import('./size-chart-opener.tsx')));

/** The id of the sizes' element. */
export const sizesId = 'sizes';

function useChoiceLink(name: 'color' | 'size') {
  const [params] = useSearchParams();
  return (id: number, isChosen: boolean) => {
    const next = new URLSearchParams(params);
    next.set(name, String(id));
    return {
      to: { search: next.toString() },
      replace: true,
      'aria-current': isChosen ? ('true' as const) : undefined,
    };
  };
}

interface ColourChoiceProps {
  readonly colours: WireProduct['colors'];
  readonly chosen: { readonly id: number; readonly name: string } | null;
}

/** The colours as links, so that a choice has an address and works without scripts. */
export function ColourChoice({ colours, chosen }: ColourChoiceProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const link = useChoiceLink('color');
  if (colours.length === 0) return null;
  return (
    <nav className={classes.group} aria-label={t`Цвет`}>
      <p className={classes.title}>
        <Trans>Цвет</Trans> <span>{chosen && nameOf(chosen.name)}</span>
      </p>
      {colours.length > 1 && (
        <ul className={classes.chips}>
          {colours.map(({ id, name, hex }) => (
            <li key={id}>
              <Link
                {...link(id, id === chosen?.id)}
                className={classes.colour}
                aria-label={nameOf(name)}
                title={nameOf(name)}
              >
                <span style={{ background: hex }} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

interface SizeChoiceProps {
  readonly sizes: readonly SizeChip[];
  readonly chosen: { readonly id: number; readonly name: string } | null;
  readonly chart?: SizeChart | null;
  /** The buyer tried to buy without a size. */
  readonly isAsked?: boolean;
}

/** The sizes as chips; sizes that are not offered are struck through. */
export function SizeChoice({ sizes, chosen, chart, isAsked = false }: SizeChoiceProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const link = useChoiceLink('size');
  if (sizes.length === 0) return null;
  const isMissing = isAsked && chosen === null;
  return (
    <nav
      id={sizesId}
      className={classes.group}
      data-missing={isMissing || undefined}
      aria-label={t`Размер`}
      tabIndex={-1}
    >
      <Suspense>{chart && <SizeChartOpener chart={chart} />}</Suspense>
      <p className={classes.title}>
        <Trans>Размер</Trans>{' '}
        <span>
          {chosen !== null && nameOf(chosen.name)}
          {chosen === null && (isMissing ? <Trans>выберите, чтобы купить</Trans> : <Trans>не выбран</Trans>)}
        </span>
      </p>
      <ul className={classes.chips}>
        {sizes.map(({ id, name, isOffered }) => (
          <li key={id}>
            {isOffered ? (
              <Link {...link(id, id === chosen?.id)} className={classes.size}>
                {nameOf(name)}
              </Link>
            ) : (
              <s className={classes.size} title={t`Этого размера нет`}>
                {nameOf(name)}
                <span className="spoken">
                  <Trans>нет</Trans>
                </span>
              </s>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
