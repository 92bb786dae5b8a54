/** The services whose history can be imported. */
export const importSources = ['DonationAlerts', 'Boosty', 'KoFi'] as const;

export type ImportSource = (typeof importSources)[number];

/** As the services write their names, in all languages. */
export const sourceNames: Readonly<Record<ImportSource, string>> = {
  DonationAlerts: 'DonationAlerts',
  Boosty: 'Boosty',
  KoFi: 'Ko-fi',
};

/** What a line that is left out lacks. `Income`: it is no money received, for example a follower who has paid nothing. */
export const lineFaults = ['Amount', 'Moment', 'Currency', 'Income'] as const;

export type LineFault = (typeof lineFaults)[number];

export const largestImportBytes = 10_000_000;

/** The most lines of one file, and of all files of a creator. */
export const mostLines = 50_000;
export const mostImported = 100_000;

/** The most files of a creator. */
export const mostImports = 50;

/** The most lines that a preview explains one by one. */
export const mostShownFaults = 100;
