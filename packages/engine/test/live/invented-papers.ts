import type { InventedPaper } from '../web/search/recorded-papers.ts'

/** A question that one of the papers answers, and words that its answer must hold. */
export interface PaperQuestion {
  ask: string
  /** The last part of its DOI. */
  paper: number
  says: RegExp
}

const paper = (
  number: number,
  date: string,
  [title, abstract]: readonly [string, string],
  authors: readonly string[],
  venue: string,
): InventedPaper => ({ title, abstract, authors, date, venue, doi: `10.5555/invented.${date.slice(0, 4)}.${number}` })

/** Papers that nobody wrote, some of them near to each other. */
export const PAPERS: readonly InventedPaper[] = [
  paper(
    1,
    '2019-05-14',
    [
      'Slow growth of cold-water corals in Nordic fjords',
      'We measured 40 colonies of Desmophyllum nordicum over six years. The colonies grew by 7 mm a year, half of what warm-water species reach. Growth stopped above 12 °C.',
    ],
    ['Ida Berg', 'Ole Lind'],
    'Journal of Invented Reefs',
  ),
  paper(
    2,
    '2021-02-01',
    [
      'Recovery of warm-water coral gardens after bleaching',
      'Bleached coral gardens were followed for nine years. Cover of living coral returned to 80 percent of its former extent within seven years where herbivorous fish were protected.',
    ],
    ['Mara Silva'],
    'Journal of Invented Reefs',
  ),
  paper(
    3,
    '2016-11-30',
    [
      'Lattice sieving with half the memory',
      'We present a sieving algorithm for short lattice vectors that halves the memory of earlier sieves. In dimension 140 it needs 96 gigabytes.',
    ],
    ['Jun Tanaka', 'Eva Roth'],
    'Proceedings of the Invented Cryptography Conference',
  ),
  paper(
    4,
    '2018-07-09',
    [
      'A lattice signature scheme with short keys',
      'We construct a signature scheme from module lattices. Its public keys have 640 bytes, and signing takes 0.3 milliseconds on a small processor.',
    ],
    ['Eva Roth'],
    'Proceedings of the Invented Cryptography Conference',
  ),
  paper(
    5,
    '2014-03-20',
    [
      'Sleep spindles predict vocabulary learning in toddlers',
      'Sixty toddlers were recorded during naps. Children with more sleep spindles remembered twice as many new words on the next day.',
    ],
    ['Nora Weiss', 'Tom Adler'],
    'Annals of Invented Sleep',
  ),
  paper(
    6,
    '2022-09-12',
    [
      'Late bedtimes and attention in school children',
      'In a trial with 410 children, going to bed one hour earlier raised attention scores by 14 percent. The effect was gone after three late nights.',
    ],
    ['Tom Adler'],
    'Annals of Invented Sleep',
  ),
  paper(
    7,
    '2011-06-02',
    [
      'Perovskite cells that survive humid air',
      'A layer of fluorinated wax keeps water out of perovskite solar cells. The cells kept 92 percent of their efficiency after 1,000 hours in humid air.',
    ],
    ['Lena Hoff', 'Raj Mehta'],
    'Invented Energy Letters',
  ),
  paper(
    8,
    '2020-01-17',
    [
      'Tin in place of lead in perovskite solar cells',
      'Replacing lead by tin makes perovskite solar cells less toxic. Our cells reach an efficiency of 13.1 percent.',
    ],
    ['Raj Mehta'],
    'Invented Energy Letters',
  ),
  paper(
    9,
    '2009-10-05',
    [
      'Roman concrete hardened by volcanic ash from Lipari',
      'Cores from four harbour walls show that builders mixed lime with volcanic ash from Lipari. Crystals of tobermorite grew in the cracks and closed them.',
    ],
    ['Pia Conti'],
    'Invented Archaeometry',
  ),
  paper(
    10,
    '2017-04-28',
    [
      'Lead isotopes trace the silver of Carthaginian coins',
      'Lead isotopes of 72 Carthaginian coins match ores of southern Spain. After 210 BC the silver came from Sardinia instead.',
    ],
    ['Pia Conti', 'Amin Saad'],
    'Invented Archaeometry',
  ),
  paper(
    11,
    '2023-03-03',
    [
      'Sparse attention for books of a million words',
      'We train a language model whose attention looks at 512 blocks only. It answers questions on books of a million words with 71 percent accuracy.',
    ],
    ['Wei Zhang', 'Ana Costa'],
    'Invented Machine Learning Review',
  ),
  paper(
    12,
    '2024-08-19',
    [
      'Language models that say when they do not know',
      'Training with refused questions makes language models abstain. The share of wrong answers falls from 31 to 9 percent.',
    ],
    ['Ana Costa'],
    'Invented Machine Learning Review',
  ),
  paper(
    13,
    '2013-12-11',
    [
      'Honeybees navigate by polarised light at dusk',
      'Bees were released at dusk below a filter that turned polarised light by 90 degrees. They flew off at right angles to their hive.',
    ],
    ['Otto Brandt'],
    'Invented Ethology',
  ),
  paper(
    14,
    '2015-08-08',
    [
      'Bumblebees learn to pull strings from each other',
      'Bumblebees that watched a trained bee learned to pull a string for sugar water. In three colonies 60 percent of the foragers learned it within a week.',
    ],
    ['Otto Brandt', 'Mila Novak'],
    'Invented Ethology',
  ),
  paper(
    15,
    '2012-05-22',
    [
      'A vaccine against river fever in one dose',
      'In a trial with 3,200 adults one dose of the vaccine prevented river fever in 87 percent. Fever after the injection was the most frequent side effect.',
    ],
    ['Sara Okafor'],
    'Invented Medicine',
  ),
  paper(
    16,
    '2020-10-10',
    [
      'River fever spreads by sand flies, not by water',
      'Sand flies from 14 villages carried the agent of river fever, while samples of river water did not. Nets over beds cut infections by 64 percent.',
    ],
    ['Sara Okafor', 'Luis Prado'],
    'Invented Medicine',
  ),
  paper(
    17,
    '2008-02-29',
    [
      'The pitch of bells falls with their temperature',
      'Church bells were struck between -10 and 30 °C. The pitch of a bell falls by 3 cents for each 10 degrees of warming.',
    ],
    ['Greta Holm'],
    'Invented Acoustics',
  ),
  paper(
    18,
    '2019-09-01',
    [
      'Quiet propellers with owl-like fringes',
      'Fringes like those of owl feathers at the edges of propeller blades lower their noise by 8 decibels without loss of thrust.',
    ],
    ['Greta Holm', 'Ian Cole'],
    'Invented Acoustics',
  ),
  paper(
    19,
    '2010-07-15',
    [
      'A glacier lake that drains each August',
      'Lake Merrit drains below its glacier each August within 30 hours. Sensors showed that the tunnel opens when the lake is 61 metres deep.',
    ],
    ['Kari Moen'],
    'Invented Cryosphere',
  ),
  paper(
    20,
    '2021-12-06',
    [
      'Dust from Patagonia speeds up melting of Antarctic snow',
      'Ice cores show layers of Patagonian dust in dry years. Dusty snow melts 22 percent faster than clean snow.',
    ],
    ['Kari Moen', 'Juan Vidal'],
    'Invented Cryosphere',
  ),
]

export const QUESTIONS: readonly PaperQuestion[] = [
  { ask: 'How fast do cold-water corals in Nordic fjords grow?', paper: 1, says: /7 mm a year/ },
  {
    ask: 'How much living coral returned after bleaching where herbivorous fish were protected?',
    paper: 2,
    says: /80 percent/,
  },
  {
    ask: 'Which paper presents lattice sieving with half the memory?',
    paper: 3,
    says: /Lattice sieving|halves the memory/,
  },
  { ask: 'How large are the public keys of the lattice signature scheme?', paper: 4, says: /640 bytes/ },
  {
    ask: 'Which paper showed that sleep spindles predict vocabulary learning in toddlers, and when?',
    paper: 5,
    says: /[Ss]leep spindles/,
  },
  {
    ask: 'What did going to bed one hour earlier do to the attention of school children?',
    paper: 6,
    says: /14 percent/,
  },
  { ask: 'How do perovskite solar cells survive humid air?', paper: 7, says: /fluorinated wax|92 percent/ },
  {
    ask: 'What efficiency do perovskite solar cells with tin in place of lead reach?',
    paper: 8,
    says: /13\.1 percent/,
  },
  { ask: 'Where did the volcanic ash in Roman concrete come from?', paper: 9, says: /Lipari/ },
  { ask: 'Where did the silver of Carthaginian coins come from?', paper: 10, says: /southern Spain|Sardinia/ },
  {
    ask: 'When was the paper on sparse attention for books of a million words published?',
    paper: 11,
    says: /2023|million words/,
  },
  { ask: 'How many wrong answers do language models give that were trained to abstain?', paper: 12, says: /9 percent/ },
  {
    ask: 'Who showed that honeybees navigate by polarised light at dusk?',
    paper: 13,
    says: /Otto Brandt|polarised light/,
  },
  { ask: 'Can bumblebees learn to pull strings from each other?', paper: 14, says: /pull a string/ },
  { ask: 'How well does one dose of the vaccine prevent river fever?', paper: 15, says: /87 percent/ },
  { ask: 'How does river fever spread?', paper: 16, says: /[Ss]and flies/ },
  { ask: 'How does the pitch of a bell change with temperature?', paper: 17, says: /3 cents/ },
  { ask: 'By how much do owl-like fringes lower the noise of propellers?', paper: 18, says: /8 decibels/ },
  { ask: 'How deep is Lake Merrit when it drains?', paper: 19, says: /61 metres/ },
  {
    ask: 'Which study found that dust from Patagonia speeds up melting of Antarctic snow, and in which year?',
    paper: 20,
    says: /Patagonian dust|Dust from Patagonia|22 percent/,
  },
]
