import type { AskedAct } from '#depth/asked-act.ts'
import type { Subject } from '#depth/subject.ts'

/** The words beside that by which it is told hold this share of what the whole sentence holds of the subject. */
const BESIDE = 0.5

/** The share of what a sentence holds of its subject that stands beside what does something: 0 to 1. */
export function shareBeside(act: AskedAct | undefined, subject: Subject, sentence: string): number {
  const whole = subject.bearing([sentence])
  const near = Math.max(0, ...(act?.around(sentence) ?? []).map((words) => subject.bearing([words])))
  return whole > 0 ? near / whole : 0
}

/** Whether a sentence does what a question asks, beside words of its subject: what it tells elsewhere is of something else. */
export function toldOfSubject(act: AskedAct, subject: Subject): (sentence: string) => boolean {
  return (sentence) => act.toldIn(sentence) && shareBeside(act, subject, sentence) >= BESIDE
}
