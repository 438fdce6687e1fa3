import type { Subject } from '#depth/subject.ts'
import type { AskedAct } from '#question/asked-act.ts'

/** The words beside that by which it is told hold this share of what the whole sentence holds of the subject. */
const BESIDE = 0.5

/** Whether a sentence does what a question asks, beside words of its subject: what it tells elsewhere is of something else. */
export function toldOfSubject(act: AskedAct, subject: Subject): (sentence: string) => boolean {
  return (sentence) => {
    if (act.toldIn(sentence) !== 1) return false
    const least = BESIDE * subject.bearing([sentence])
    return least > 0 && act.around(sentence).some((words) => subject.bearing([words]) >= least)
  }
}
