/** What is no value of a variable whose form takes almost every text. */
const ofFreeTexts: Readonly<Record<string, string>> = {
  CLICK_SECRET_KEY: 'short',
  DATA_DIR: 'a folder\nin two lines',
  ESKIZ_PASSWORD: 'a password\nin two lines',
  PAYME_PACKAGE_CODE: 'a code\nin two lines',
  PLAYMOBILE_PASSWORD: 'a password\nin two lines',
};

/** A value that a variable of the environment must refuse. */
export const nonsenseOf = (name: string): string => ofFreeTexts[name] ?? 'not an address';
