import { type ReactNode, useId } from 'react';
import { useFileDrop } from '#base/ui/fields/use-file-drop.ts';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import classes from './file-part.module.css';

interface FilePartProps {
  readonly title: ReactNode;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** A part of the form of a post that takes files, which may be dropped on it. */
export function FilePart({ title, onFiles, children }: FilePartProps) {
  const id = useId();
  const { isOver, place } = useFileDrop(onFiles);
  return (
    <Stack as="section" gap={6} fit aria-labelledby={id}>
      <Text as="h2" id={id} size={14} weight={500}>
        {title}
      </Text>
      <div {...place} className={classes.box} data-drop data-over={isOver || undefined}>
        {children}
      </div>
    </Stack>
  );
}
