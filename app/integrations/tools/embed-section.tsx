import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import {
  type EmbedChoice,
  embedHeight,
  embedPath,
  embedSizes,
  embedThemes,
  embedViews,
} from '#app/site/embed-choice.ts';
import { usePublicUrl } from '#base/pages/document-context.ts';
import { localeNames, locales } from '#base/text/locales.ts';
import { CopyButton } from '#base/ui/copy/copy-button.tsx';
import { SelectField } from '#base/ui/fields/select-field.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import { frameCode } from '#base/ui/share/embed-code.ts';
import { CodeSample } from './code-sample.tsx';
import classes from './embed-section.module.css';
import { type AllowedSites, EmbedSites } from './embed-sites.tsx';

function buttonCode(host: string, userName: string, { lang }: EmbedChoice, title: string): string {
  const query = lang === 'ru' ? '' : `?lang=${lang}`;
  const picture = `<img src="${host}/embed/${userName}/button.svg${query}" alt="${title}" height="44">`;
  return `<a href="${host}/${userName}" target="_blank" rel="noopener">${picture}</a>`;
}

interface OptionFieldProps<Option extends string> {
  readonly label: ReactNode;
  readonly options: readonly Option[];
  readonly names: Readonly<Record<Option, string>>;
  readonly value: Option;
  onChoose(option: Option): void;
}

function OptionField<Option extends string>({ label, options, names, value, onChoose }: OptionFieldProps<Option>) {
  const choose = (chosen: string) => {
    const option = options.find((one) => one === chosen);
    if (option !== undefined) onChoose(option);
  };
  return (
    <SelectField label={label} value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {options.map((one) => (
        <option key={one} value={one}>
          {names[one]}
        </option>
      ))}
    </SelectField>
  );
}

interface EmbedSectionProps {
  readonly userName: string;
  readonly allowed: AllowedSites;
}

/** What a creator puts on other sites: a widget in a frame, or a button. */
export function EmbedSection({ userName, allowed }: EmbedSectionProps) {
  const { t, i18n } = useLingui();
  const host = usePublicUrl();
  const shown = locales.find((one) => one === i18n.locale) ?? 'ru';
  const [choice, setChoice] = useState<EmbedChoice>({ view: 'form', theme: 'auto', size: 'large', lang: shown });
  const views = { form: t`Суммы`, goal: t`Цель`, button: t`Кнопка` };
  const themes = { auto: t`Как у посетителя`, light: t`Светлая`, dark: t`Тёмная` };
  const sizes = { large: t`Большой`, medium: t`Средний`, small: t`Маленький` };
  const title = t`Поддержать`;
  const address = `${host}${embedPath(userName, choice)}`;
  const frame = frameCode({ address, title, height: embedHeight(choice) });
  const button = buttonCode(host, userName, choice, title);
  return (
    <Section title={<Trans>Кнопка на вашем сайте</Trans>} card>
      <p>
        <Trans>Вставьте код в страницу: посетитель выберет сумму, напишет сообщение и заплатит в новой вкладке.</Trans>
      </p>
      <Stack className={classes.choices} gap={12}>
        <OptionField
          label={<Trans>Что показать</Trans>}
          names={views}
          value={choice.view}
          onChoose={(view) => setChoice({ ...choice, view })}
          options={embedViews}
        />
        <OptionField
          label={<Trans>Оформление</Trans>}
          names={themes}
          value={choice.theme}
          onChoose={(theme) => setChoice({ ...choice, theme })}
          options={embedThemes}
        />
        {choice.view === 'form' && (
          <OptionField
            label={<Trans>Размер</Trans>}
            names={sizes}
            value={choice.size}
            onChoose={(size) => setChoice({ ...choice, size })}
            options={embedSizes}
          />
        )}
        <SelectField
          label={<Trans>Язык</Trans>}
          value={choice.lang}
          onChange={({ currentTarget: { value } }) =>
            setChoice({ ...choice, lang: locales.find((one) => one === value) ?? 'ru' })
          }
        >
          {locales.map((one) => (
            <option key={one} value={one} lang={one}>
              {localeNames[one]}
            </option>
          ))}
        </SelectField>
      </Stack>
      <iframe
        className={classes.preview}
        src={embedPath(userName, choice)}
        title={t`Как это будет выглядеть`}
        height={embedHeight(choice)}
      />
      <CodeSample title={t`Код виджета`} code={frame} />
      <div>
        <CopyButton text={frame}>
          <Trans>Скопировать код виджета</Trans>
        </CopyButton>
      </div>
      <CodeSample title={t`Код кнопки`} code={button} />
      <div>
        <CopyButton text={button}>
          <Trans>Скопировать код кнопки</Trans>
        </CopyButton>
      </div>
      <EmbedSites allowed={allowed} />
    </Section>
  );
}
