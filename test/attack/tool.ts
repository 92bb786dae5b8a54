/** What attacks; `baseline`: nobody, the calls are made as they are meant to be. */
export type Tool = 'baseline' | 'sqlmap' | 'wapiti' | 'slow' | 'zzuf';
