import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Field } from '#base/ui/fields/field.tsx';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import classes from './votes-screen.module.css';

interface CodeFieldsProps {
  /** Those that donors see. */
  readonly options: readonly { readonly text: string; readonly code: string; readonly fault: string | undefined }[];
  readonly onType: (text: string, code: string) => void;
}

/** The code words of the options; open where there is one, or something is wrong with one. */
export function CodeFields({ options, onType }: CodeFieldsProps) {
  const [isOpen, setOpen] = useState(() => options.some(({ code }) => code !== ''));
  if (!isOpen && options.some(({ fault }) => fault !== undefined)) setOpen(true);
  if (options.length === 0) return null;
  return (
    <details className={classes.codes} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Trans>Кодовые слова</Trans>
      </summary>
      <Stack gap={12}>
        <Text size={14} dim>
          <Trans>
            Если в сообщении есть слово с # или !, донат голосует за вариант с этим словом, даже когда пришёл через бота
            или это месяц поддержки. Можно не указывать.
          </Trans>
        </Text>
        {options.map(({ text, code, fault }) => (
          <Field
            key={text}
            label={<bdi>{text}</bdi>}
            name="code"
            autoComplete="off"
            autoCapitalize="off"
            value={code}
            error={fault}
            onChange={(event) => onType(text, event.currentTarget.value)}
          />
        ))}
      </Stack>
    </details>
  );
}
