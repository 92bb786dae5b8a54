import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { ColourField } from '#base/ui/fields/colour-field.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import type { AlertLook } from '../look/alert-look.ts';
import { themeOf } from '../look/alert-themes.ts';
import { AlertCard } from '../look/alert-view.tsx';
import { alertThemeNames } from '../widget-choices.ts';
import { defaultTheme } from '../widget-settings.ts';
import type { OwnSettings, ShownAlert } from '../widget-shapes.ts';
import { ChoiceField } from './settings-fields.tsx';
import classes from './theme-fields.module.css';

interface ThemeFieldsProps {
  readonly look: AlertLook;
  readonly settings: OwnSettings;
  readonly sample: ShownAlert;
  readonly onChange: (part: Partial<AlertLook>) => void;
}

/** The theme of an alert, with a sample of each, and the creator's own font and colours. */
export function ThemeFields({ look, settings, sample, onChange }: ThemeFieldsProps) {
  const { t } = useLingui();
  const group = useId();
  const names = {
    ikat: t`Икат`,
    minimal: t`Минимум`,
    playful: t`Праздник`,
    dark: t`Тёмная`,
    light: t`Светлая`,
  };
  const { theme: chosen = alertThemeNames[0] } = look;
  return (
    <>
      <fieldset className={classes.themes}>
        <legend>
          <Trans>Тема</Trans>
        </legend>
        {alertThemeNames.map((theme) => (
          <Stack key={theme} as="label" className={classes.theme} gap={6} size={14} shrinks>
            <input
              type="radio"
              name={group}
              checked={theme === chosen}
              onChange={() => onChange({ ...defaultTheme, theme })}
            />
            <span className={classes.sample} aria-hidden="true" data-calm>
              <span className={classes.scaled}>
                <AlertCard
                  alert={{ ...sample, message: null }}
                  look={theme === chosen ? look : { ...look, ...defaultTheme, theme }}
                  currency={settings.currency}
                  creator={settings.creator}
                />
              </span>
            </span>
            {names[theme]}
          </Stack>
        ))}
      </fieldset>
      <FontAndColours look={look} onChange={onChange} settings={settings} />
    </>
  );
}

function FontAndColours({ look, onChange, settings }: Omit<ThemeFieldsProps, 'sample'>) {
  const { t } = useLingui();
  const { text, ground, accent } = themeOf(look, settings.creator.accent);
  const fonts = [
    { value: 'theme', label: t`Как в теме` },
    { value: 'unbounded', label: t`Широкий, Unbounded` },
    { value: 'onest', label: t`Спокойный, Onest` },
    { value: 'roboto', label: t`Спортивный, Roboto` },
    { value: 'mono', label: t`Печатная машинка, DejaVu` },
  ] as const;
  const isOwn = [look.font, look.textColor, look.groundColor, look.accentColor].some(Boolean);
  return (
    <>
      <ChoiceField
        label={t`Шрифт имени и суммы`}
        value={look.font ?? 'theme'}
        options={fonts}
        onChange={(font) => onChange({ font: font === 'theme' ? null : font })}
      />
      <Row gap={24} rowGap={8} align="center">
        <ColourField label={t`Слова`} value={text} onChange={(textColor) => onChange({ textColor })} />
        <ColourField label={t`Подложка`} value={ground} onChange={(groundColor) => onChange({ groundColor })} />
        <ColourField label={t`Сумма`} value={accent} onChange={(accentColor) => onChange({ accentColor })} />
        {isOwn && (
          <ActionButton look="quiet" onClick={() => onChange({ ...defaultTheme, theme: look.theme })}>
            <Trans>Вернуть вид темы</Trans>
          </ActionButton>
        )}
      </Row>
    </>
  );
}
