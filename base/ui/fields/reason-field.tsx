import type { ReactNode } from 'react';
import { TextField } from './field.tsx';

interface ReasonFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly maxLength: number;
  readonly error: ReactNode;
  readonly onType: (reason: string) => void;
}

/** Why the staff does something, in the words that somebody else will read, with the length that is left for them. */
export function ReasonField({ label, value, maxLength, error, onType }: ReasonFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      maxLength={maxLength}
      rows={3}
      error={error}
      counter={`${[...value].length} / ${maxLength}`}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
