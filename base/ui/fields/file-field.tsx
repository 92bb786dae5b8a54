import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FieldFrame } from './field.tsx';
import classes from './file-field.module.css';

interface FileFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** The error message, announced when it appears. */
  readonly error?: string | undefined;
  /** What may be chosen, as the `accept` of an input. */
  readonly accept: string;
  readonly file: File | null;
  readonly onChoose: (file: File | null) => void;
}

/** A field for one file, chosen or dropped on it. */
export function FileField({ label, hint, error, accept, file, onChoose }: FileFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(ties) => (
        <>
          <span className={classes.act} aria-hidden>
            <Trans>Выбрать файл</Trans>
          </span>
          <span className={classes.name} aria-hidden>
            {file?.name}
          </span>
          {/* Lies over both, unseen: its own words are in the browser's language. */}
          <input
            {...ties}
            className={classes.input}
            type="file"
            accept={accept}
            onChange={({ currentTarget: { files } }) => onChoose(files?.[0] ?? null)}
          />
        </>
      )}
    </FieldFrame>
  );
}
