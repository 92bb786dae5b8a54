import { Trans, useLingui } from '@lingui/react/macro';
import { ColourField } from '#base/ui/fields/colour-field.tsx';
import { Field, Toggle } from '#base/ui/fields/field.tsx';
import { SavedForm } from '#base/ui/fields/save-bar.tsx';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { StickerView } from '../sticker/sticker-view.tsx';
import { widgetSizes } from '../widget-choices.ts';
import type { OwnSettings, ShownSettings } from '../widget-shapes.ts';
import classes from './cabinet.module.css';
import { SettingsBar } from './settings-bar.tsx';
import { RangeField } from './settings-fields.tsx';
import type { SettingsForm } from './use-widget-settings.ts';
import { WidgetSection } from './widget-section.tsx';

interface StickerSectionProps {
  readonly settings: OwnSettings;
  readonly form: SettingsForm<ShownSettings['sticker']>;
}

/** The settings of the sticker: text and colours, with a preview. */
export function StickerSection({ settings, form }: StickerSectionProps) {
  const { t } = useLingui();
  const percentText = usePercentText();
  const { draft } = form;
  return (
    <WidgetSection
      title={<Trans>Стикер</Trans>}
      address={settings.addresses.sticker}
      preview={<StickerView settings={{ ...settings, sticker: draft }} isPreview />}
    >
      <SavedForm className={classes.form}>
        <div className={panel.section}>
          <Field
            label={t`Призыв`}
            value={draft.text}
            maxLength={60}
            placeholder={t`Поддержите стрим`}
            error={form.error('text') ?? null}
            onChange={(event) => form.change({ text: event.currentTarget.value })}
          />
          <div className={classes.pair}>
            <ColourField
              label={t`Текст`}
              value={draft.textColor}
              onChange={(textColor) => form.change({ textColor })}
            />
            <ColourField
              label={t`Подложка`}
              value={draft.groundColor}
              onChange={(groundColor) => form.change({ groundColor })}
            />
          </div>
          <RangeField
            label={t`Размер`}
            value={draft.size}
            min={widgetSizes.least}
            max={widgetSizes.most}
            step={5}
            shown={percentText(draft.size)}
            onChange={(size) => form.change({ size })}
          />
          <div className={classes.pair}>
            <Toggle checked={draft.hasQr} onChange={(event) => form.change({ hasQr: event.currentTarget.checked })}>
              <Trans>QR-код страницы</Trans>
            </Toggle>
            <Toggle
              checked={draft.isMoving}
              onChange={(event) => form.change({ isMoving: event.currentTarget.checked })}
            >
              <Trans>Узор медленно движется</Trans>
            </Toggle>
          </div>
        </div>
        <SettingsBar form={form} />
      </SavedForm>
    </WidgetSection>
  );
}
