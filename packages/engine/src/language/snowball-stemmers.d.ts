declare module 'snowball-stemmers' {
  const snowball: { newStemmer(language: string): { stem(word: string): string } }
  // biome-ignore lint/style/noDefaultExport: the package is CommonJS; this is what Node makes of it.
  export default snowball
}
