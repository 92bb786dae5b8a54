import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ChipSet } from '#base/ui/choices/chip-set.tsx';
import chips from '#base/ui/choices/chips.module.css';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import type { GiftedProduct } from '../gift-shapes.ts';
import classes from './choosing-form.module.css';

interface ChoiceOf<Kind> {
  readonly chosen: number | null;
  /** Nothing was chosen when it was sent. */
  readonly error: string | null;
  readonly onChoose: (id: number) => void;
  readonly legend: ReactNode;
  readonly all: readonly Kind[];
  /** Before the name. */
  readonly mark?: (one: Kind) => ReactNode;
}

function Choice<Kind extends { readonly id: number; readonly name: string }>(props: ChoiceOf<Kind>) {
  const { chosen, error, onChoose, legend, all, mark } = props;
  const nameOf = useNames();
  if (all.length === 0) return null;
  return (
    <div>
      <ChipSet legend={legend} isInvalid={error !== null}>
        {all.map((one) => (
          <button
            key={one.id}
            type="button"
            className={chips.chip}
            aria-pressed={one.id === chosen}
            onClick={() => onChoose(one.id)}
          >
            {mark?.(one)}
            <bdi>{nameOf(one.name)}</bdi>
          </button>
        ))}
      </ChipSet>
      <FaultLine>{error}</FaultLine>
    </div>
  );
}

type Asked = Pick<ChoiceOf<never>, 'chosen' | 'error' | 'onChoose'>;

/** The sizes of a piece; nothing where it has none. */
export function SizeChips({ sizes, ...asked }: Asked & { readonly sizes: GiftedProduct['sizes'] }) {
  return <Choice {...asked} all={sizes} legend={<Trans>Размер</Trans>} />;
}

/** The colours of a piece; nothing where it has none. */
export function ColourChips({ colours, ...asked }: Asked & { readonly colours: GiftedProduct['colors'] }) {
  return (
    <Choice
      {...asked}
      all={colours}
      legend={<Trans>Цвет</Trans>}
      mark={({ hex }) => <span className={classes.swatch} style={{ background: hex }} />}
    />
  );
}
