import { Trans, useLingui } from '@lingui/react/macro';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { accentStyle } from '#base/ui/theme/accent.ts';
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
    <div className={classes.accent}>
      <div className={classes.colours}>
        <label className={classes.colour}>
          <input
            type="color"
            value={value || '#c2334d'}
            onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
          />
          <Trans>Цвет сайта</Trans>
        </label>
        {value !== '' && (
          <ActionButton look="quiet" onClick={() => onChange('')}>
            <Trans>Вернуть обычный цвет</Trans>
          </ActionButton>
        )}
        {(['light', 'dark'] as const).map((scheme) => (
          <span key={scheme} className={classes.ground} data-scheme={scheme} style={accentStyle(value || '#c2334d')}>
            <span className={classes.sample}>{t`Поддержать`}</span>
            <span className={classes.link}>{t`Ссылка`}</span>
          </span>
        ))}
      </div>
      <p className={classes.lead}>
        <Trans>Если надпись этим цветом было бы трудно прочесть, он станет темнее или светлее.</Trans>
      </p>
      <p role="alert">
        <FailureText>{error}</FailureText>
      </p>
    </div>
  );
}
