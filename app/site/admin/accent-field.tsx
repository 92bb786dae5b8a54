import { Trans, useLingui } from '@lingui/react/macro';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { ColourField } from '#base/ui/fields/colour-field.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { accentStyle, ownAccent } from '#base/ui/theme/accent.ts';
import classes from './site-admin.module.css';

interface AccentFieldProps {
  /** `#rrggbb`, or empty for the product's own. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (accent: string) => void;
}

/** The accent of the site, with a button in it as both colour schemes show it. */
export function AccentField({ value, error, onChange }: AccentFieldProps) {
  const { t } = useLingui();
  return (
    <Stack className={classes.accent} gap={10}>
      <Row gap={12} align="center">
        <ColourField label={<Trans>Цвет сайта</Trans>} value={value || ownAccent} onChange={onChange} />
        {value !== '' && (
          <ActionButton look="quiet" onClick={() => onChange('')}>
            <Trans>Вернуть обычный цвет</Trans>
          </ActionButton>
        )}
        {(['light', 'dark'] as const).map((scheme) => (
          <span key={scheme} className={classes.ground} data-scheme={scheme} style={accentStyle(value || ownAccent)}>
            <span className={classes.sample}>{t`Поддержать`}</span>
            <span className={classes.link}>{t`Ссылка`}</span>
          </span>
        ))}
      </Row>
      <p className={classes.lead}>
        <Trans>Если надпись этим цветом было бы трудно прочесть, он станет темнее или светлее.</Trans>
      </p>
      <FaultLine>{error}</FaultLine>
    </Stack>
  );
}
