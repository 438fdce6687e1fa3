/**
 * Words that keep their full stop inside a sentence. ICU breaks after most of them when a capital or a number
 * follows. All lower case and without the last full stop.
 */

/** The sentence always goes on: a title before a name, or a word that introduces what it stands for. */
export const ALWAYS_CONTINUES: ReadonlySet<string> = new Set(
  (
    'mr mrs ms mx dr prof rev hon gen col sgt lt capt maj cmdr adm gov sen rep reps pres messrs mme mlle mgr br ' +
    'st mt ft vs viz cf e.g i.e eg ie fig figs eq eqs sec secs vol vols nos pp ch chs art arts approx ca para paras ' +
    'dept univ assn bros supt asst amb brig cpl pvt insp secy ' +
    'z.b d.h u.a bzw nr abs hr bd hrsg vgl sog dra sra srta pág núm ул им см т.е'
  ).split(' '),
)

/** The sentence goes on where a number follows: "No. 3", "Jan. 5", "p. 12". */
export const CONTINUES_BEFORE_NUMBER: ReadonlySet<string> = new Set(
  'no p c n jan feb mar apr jun jul aug sep sept oct nov dec tel ext op art chap cl lot rm rt rte pt r'.split(' '),
)

/** The sentence may go on or end: decided by the word that follows. */
export const MAY_END: ReadonlySet<string> = new Set(
  (
    'inc corp ltd co jr sr bros llc plc etc al ave blvd rd ed eds est a.m p.m am pm ph.d m.d b.a m.a b.sc m.sc d.c ' +
    'b.c a.d u.s u.k u.n e.u u.s.a u.s.s.r no jan feb mar apr jun jul aug sep sept oct nov dec gov dist'
  ).split(' '),
)

/** Capitalised words that nearly always begin a sentence. */
export const SENTENCE_STARTERS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those it its he she they we you i his her their our your my there here in on at by for ' +
    'from to of with without under over after before during since until as if when while where who what why how which ' +
    'but and or so yet nor however therefore thus moreover furthermore meanwhile then also although though because ' +
    'despite instead still even once both each every all some many most few several no not one two such let now today ' +
    'another according among between'
  ).split(' '),
)
