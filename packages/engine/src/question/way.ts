import marks from '#language/data/lead-marks.json' with { type: 'json' }

const ASKS_FOR_WAY = new RegExp(marks.asksForWay.join('|'), 'i')
/** UTF-16 code units: in a shorter text before it nobody tells what goes wrong. */
const SHORTEST_TROUBLE = 20

/** Whether a text asks in any of its sentences for a way or a reason. */
export function asksForWay(text: string): boolean {
  return ASKS_FOR_WAY.test(text)
}

/** Whether a question tells what goes wrong, and then asks for a way out: "It hangs; what can I do?" */
export function tellsTrouble(text: string): boolean {
  const at = text.search(ASKS_FOR_WAY)
  return at >= SHORTEST_TROUBLE && !/^(?:why|what is)/i.test(text.slice(at))
}
