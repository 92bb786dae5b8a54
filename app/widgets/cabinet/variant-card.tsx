import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import type { AlertLook } from '../look/alert-look.ts';
import type { ShownAlertSettings } from '../widget-shapes.ts';
import type { SectionProps } from './alert-sections.tsx';
import { useSampleDonation, type VariantPlace } from './alert-stage.tsx';
import classes from './cabinet.module.css';
import { LookFields } from './look-fields.tsx';

export interface VariantsProps extends SectionProps {
  /** Shows a variant in the preview; null: the default alert. */
  readonly onShow: (place: VariantPlace | null) => void;
}

/** The look of the default alert, with which a new variant begins. */
export function lookIn(draft: ShownAlertSettings) {
  const { template, animation, duration, sound, image, theme, font, textColor, groundColor, accentColor } = draft;
  return { template, animation, duration, sound, image, theme, font, textColor, groundColor, accentColor };
}

interface VariantCardProps extends SectionProps {
  readonly title: string;
  readonly variant: ShownAlertSettings[VariantPlace['list']][number];
  readonly error: (field: keyof AlertLook) => string | undefined;
  readonly onChange: (part: Partial<AlertLook>) => void;
  readonly onShow: () => void;
  readonly onRemove: () => void;
  /** Says when the variant applies. */
  readonly children?: ReactNode;
}

/** A variant of the alert: when it applies, and its look. */
export function VariantCard(props: VariantCardProps) {
  const { title, variant, form, library, settings, error, onChange, onShow, onRemove, children } = props;
  const sample = useSampleDonation(variant, 'months' in variant);
  return (
    <fieldset className={panel.panel}>
      <HiddenLegend>{title}</HiddenLegend>
      {children}
      <LookFields
        library={library}
        settings={settings}
        sample={sample}
        error={error}
        onChange={onChange}
        look={variant}
        volume={form.draft.volume}
      />
      <div className={classes.acts}>
        <ActionButton look="quiet" onClick={onShow}>
          <Trans>Показать в предпросмотре</Trans>
        </ActionButton>
        <ActionButton look="quiet" onClick={onRemove}>
          <Trans>Удалить вариацию</Trans>
        </ActionButton>
      </div>
    </fieldset>
  );
}
