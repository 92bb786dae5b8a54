import { useLingui } from '@lingui/react/macro';
import { useNames } from '#base/ui/page/use-names.ts';
import classes from './product-card.module.css';
import type { CardProduct } from './product-view.ts';

const shown = 5;

/** The colours of a product as dots; screen readers get their names. */
export function ColourDots({ colours }: { colours: CardProduct['colours'] }) {
  const { t } = useLingui();
  const nameOf = useNames();
  if (colours.length < 2) return null;
  const names = colours.map(({ name }) => nameOf(name)).join(', ');
  const more = colours.length - shown;
  return (
    <span className={classes.dots} role="img" aria-label={t`Цвета: ${names}`} title={names}>
      {colours.slice(0, shown).map(({ id, hex }) => (
        <span key={id} className={classes.dot} style={{ background: hex }} />
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </span>
  );
}
