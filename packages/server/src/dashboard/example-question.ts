/** A question that the corpus which comes with the service answers. */
const OF_DEMO = 'What was the Monroe Doctrine?'

/** What stands where a question is to be entered or sent. */
export interface ExampleQuestion {
  /** In an empty field. */
  placeholder: string
  /** In code that is to be run. */
  inCode: string
}

/** A question that finds something, where it is known what is searched; elsewhere words that are plainly to be replaced. */
export function exampleQuestion(searchesDemo: boolean): ExampleQuestion {
  return searchesDemo
    ? { placeholder: OF_DEMO, inCode: OF_DEMO }
    : { placeholder: 'What do my documents say about …?', inCode: 'Your question' }
}
