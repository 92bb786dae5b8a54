import { failure } from '#base/calls/errors.ts';
import { mostImports } from './import-rules.ts';

/** The limit of imported donations or files of a creator is reached. */
export const tooMuchHistory = failure(
  'TooMuchHistory',
  409,
  `Не больше 100 000 донатов и ${mostImports} файлов. Удалите то, что не нужно`,
);
