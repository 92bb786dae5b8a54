import type { ComponentPropsWithRef, ElementType, JSX } from 'react';
import classes from './parts.module.css';

interface Look {
  /** Pixels between the children. */
  readonly gap?: 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24 | 28;
  /** Pixels between the rows, where they differ from those between the columns. */
  readonly rowGap?: 0 | 4 | 8 | 12;
  readonly align?: 'start' | 'center' | 'end' | 'baseline';
  /** `between` is for rows, the others are for stacks. */
  readonly justify?: 'start' | 'end' | 'between';
  readonly nowrap?: boolean;
  /** One column that is never wider than its place, whatever is in it. */
  readonly fit?: boolean;
  /** May become narrower than its content in a row or grid. */
  readonly shrinks?: boolean;
  /** Pixels of the text. */
  readonly size?: 14;
  readonly weight?: 500 | 600;
  readonly dim?: boolean;
  /** On a surface with a border. */
  readonly card?: boolean;
  /** A class of a module, which wins over all of these. */
  readonly className?: string | undefined;
}

type Tag = keyof JSX.IntrinsicElements;
type PartProps<Shown extends Tag> = Look & { readonly as?: Shown } & Omit<ComponentPropsWithRef<Shown>, keyof Look>;

function part(base: 'stack' | 'row' | null, fallback: Tag, props: Look & { readonly as?: Tag }) {
  const { as, gap, rowGap, align, justify, nowrap, fit, shrinks, size, weight, dim, card, className, ...others } =
    props;
  const Element: ElementType = as ?? fallback;
  const names = [
    base,
    gap && `gap${gap}`,
    rowGap !== undefined && `rows${rowGap}`,
    align && `align-${align}`,
    justify && `justify-${justify}`,
    nowrap && 'nowrap',
    fit && 'fit',
    shrinks && 'shrinks',
    size && `size${size}`,
    weight && `weight${weight}`,
    dim && 'dim',
    card && 'card',
  ];
  const own = names.flatMap((name) => (name ? (classes[name] ?? []) : []));
  return <Element {...others} className={[...own, className].filter(Boolean).join(' ')} />;
}

/** Children one below another. */
export function Stack<Shown extends Tag = 'div'>(props: PartProps<Shown>) {
  return part('stack', 'div', props);
}

/** Children side by side, in as many lines as they need. */
export function Row<Shown extends Tag = 'div'>(props: PartProps<Shown>) {
  return part('row', 'div', props);
}

/** A text that differs from those around it. */
export function Text<Shown extends Tag = 'p'>(props: PartProps<Shown>) {
  return part(null, 'p', props);
}
