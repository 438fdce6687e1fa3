const ENGLISH = `a about above after again against all also although always am among an and another any are around as
ask at away be became because become been before being below between both but by came can cannot come could
d did do does doing don done down during each either else ever every few for from further get give go going got had has
have having he her here hers herself him himself his how i if in into is it its itself just know let like ll m made make
many may me might mine more most much must my myself neither no nor not now of off often on once one only or other ought
our ours ourselves out over own per put re s said same say says see seem seems shall she should since so some still such
t take tell than that the their theirs them themselves then there these they this those though through thus to
together too toward towards under until up upon us use used uses using ve very via was we were what whatever when
where whether which while who whom whose why will with within without would yet you your yours yourself`

const SET: ReadonlySet<string> = new Set(ENGLISH.split(/\s+/))

/** Whether a folded word carries no meaning of its own in a search. */
export function isStopWord(word: string): boolean {
  return SET.has(word)
}
