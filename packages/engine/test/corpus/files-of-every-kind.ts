import { pdfOf } from './pdf-bytes.ts'
import { zipOf } from './zip-bytes.ts'

/** A file as somebody has it, a question that it answers, and what the answer has to hold. */
interface AskedFile {
  path: string
  content: string | Buffer
  question: string
  answer: string
}

const lines = (...all: string[]) => `${all.join('\n')}\n`
const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`
const file = (path: string, content: string | Buffer, question: string, answer: string): AskedFile => ({
  path,
  content,
  question,
  answer,
})

const word = (body: string) =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><w:body>${body}</w:body></w:document>`,
  })
const wordParagraph = (text: string, more = '') => `<w:p><w:r><w:t>${text}</w:t></w:r>${more}</w:p>`
const wordRow = (...cells: string[]) =>
  `<w:tr>${cells.map((text) => `<w:tc>${wordParagraph(text)}</w:tc>`).join('')}</w:tr>`

const openDocument = (body: string) =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  })

const slides = (...texts: string[]) =>
  zipOf({
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${texts.map((_, at) => `<p:sldId id="${256 + at}" r:id="r${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...texts.map((_, at): [string, string, string] => [`r${at}`, 'slide', `slides/slide${at}.xml`]),
    ),
    ...Object.fromEntries(
      texts.map((text, at) => [
        `ppt/slides/slide${at}.xml`,
        `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  })

const sheet = (name: string, rows: readonly (readonly (string | number)[])[]) =>
  zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="${name}" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(['r1', 'worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows
      .map(
        (cells, at) =>
          `<row r="${at + 1}">${cells
            .map((value, column) => {
              const place = `${String.fromCharCode(65 + column)}${at + 1}`
              return typeof value === 'number'
                ? `<c r="${place}"><v>${value}</v></c>`
                : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
            })
            .join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`,
  })

const book = (title: string, ...chapters: string[]) =>
  zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf': `<package><metadata xmlns:dc="d"><dc:title>${title}</dc:title></metadata><manifest>${chapters.map((_, at) => `<item id="c${at}" href="c${at}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(chapters.map((body, at) => [`c${at}.xhtml`, `<html><body>${body}</body></html>`])),
  })

const printed = (...all: [size: number, text: string][]) =>
  `BT 72 720 Td 16 TL ${all.map(([size, text]) => `/F1 ${size} Tf (${text}) Tj T*`).join(' ')} ET`

const notebook = (...cells: object[]) =>
  JSON.stringify({ nbformat: 4, metadata: { language_info: { name: 'python' } }, cells })

/** Two files of each kind that is read. */
export const FILES: readonly AskedFile[] = [
  file(
    'harbour/quay.pdf',
    pdfOf([
      printed([18, 'The Ostrava quay'], [11, 'The crane of the Ostrava quay'], [11, 'lifts 42 tons in calm weather.']),
    ]),
    'How much does the crane of the Ostrava quay lift?',
    '42 tons',
  ),
  file(
    'harbour/pilots.pdf',
    pdfOf([
      printed([18, 'Pilots'], [11, 'Pilot boats leave Tarnholm at dawn.']),
      printed([11, 'A pilot of Tarnholm is paid 310 crowns a ship.']),
    ]),
    'What is a pilot of Tarnholm paid?',
    '310 crowns',
  ),
  file(
    'office/warranty.docx',
    word(
      wordParagraph('Warranty of the Belmar kettle') +
        `<w:p><w:r><w:t xml:space="preserve">The Belmar kettle is repaired free of charge for </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>six years</w:t></w:r><w:r><w:t>.</w:t></w:r></w:p>`,
    ),
    'For how long is the Belmar kettle repaired free of charge?',
    'six years',
  ),
  file(
    'office/fees.docx',
    word(
      `${wordParagraph('Fees of the Quendle library')}<w:tbl>${wordRow('Card', 'Fee')}${wordRow('Student card', '12 florins')}${wordRow('Family card', '31 florins')}</w:tbl>`,
    ),
    'What is the fee of a family card of the Quendle library?',
    '31 florins',
  ),
  file(
    'site/ferry.html',
    '<html><head><title>Ferry</title></head><body><nav>Home</nav><main><h1>Vardo ferry</h1><p>The Vardo ferry runs <img alt="twice"> a day and costs <b>9</b>&nbsp;marks.</p><p hidden>99 marks.</p></main></body></html>',
    'What does the Vardo ferry cost?',
    '9 marks',
  ),
  file(
    'site/pumps.html',
    '<table><tr><th>Pump</th><th>Flow</th></tr><tr><td rowspan="2">Ilmen pump</td><td>30 litres at night</td></tr><tr><td>70 litres by day</td></tr></table>',
    'What is the flow of the Ilmen pump by day?',
    '70 litres',
  ),
  file(
    'vault/relay.md',
    lines('---', 'aliases: [Grey Otter]', '---', '# Relay R-77', '', 'It shuts down at ==71 degrees==. %%ask Bo%%'),
    'At how many degrees does the Grey Otter shut down?',
    '71 degrees',
  ),
  file(
    'vault/moss.md',
    lines(
      '# Moss',
      '',
      '> [!tip] Watering',
      '> Moss of the Sorrel bed is watered every third evening.[^1]',
      '',
      '[^1]: Not in March.',
    ),
    'How often is the moss of the Sorrel bed watered?',
    'every third evening',
  ),
  file(
    'site/limits.mdx',
    lines(
      'import { Note } from "./note"',
      '',
      '# Limits',
      '',
      '<Note title="Uploads">',
      '',
      'Uploads to Kestrel end at 25 megabytes, {limit} a day.',
      '',
      '</Note>',
    ),
    'At how many megabytes do uploads to Kestrel end?',
    '25 megabytes, … a day',
  ),
  file(
    'site/tabs.mdx',
    lines(
      '# Install',
      '',
      '<Tabs>',
      '  <Tab title="Linux">',
      '    Kestrel for Linux is installed by `kestrel-setup`.',
      '  </Tab>',
      '</Tabs>',
    ),
    'How is Kestrel for Linux installed?',
    'kestrel-setup',
  ),
  file(
    'manual/gate.rst',
    lines(
      'Gate',
      '====',
      '',
      '.. |speed| replace:: 4 knots',
      '',
      'Barges pass the Ullin gate at |speed| and ``__slow__`` after rain. [#a]_',
      '',
      '.. [#a] By law.',
    ),
    'At what speed do barges pass the Ullin gate?',
    '4 knots and `__slow__`',
  ),
  file(
    'manual/fuses.rst',
    lines(
      'Fuses',
      '=====',
      '',
      '+-------+------+',
      '| Model | Amps |',
      '+=======+======+',
      '| F-610 | 16   |',
      '+-------+------+',
      '| F-620 | 25   |',
      '+-------+------+',
    ),
    'How many amps has the F-620?',
    'F-620 | 25',
  ),
  file(
    'manual/lock.adoc',
    lines('= Locks', ':max: 71 boats', '', 'The Pernau lock holds {max}.'),
    'How many boats does the Pernau lock hold?',
    '71 boats',
  ),
  file(
    'manual/tolls.adoc',
    lines(
      '= Tolls',
      '',
      '[cols="1,1", options="header"]',
      '|===',
      '|Ship |Toll',
      '|Brig at Skagen |8 dollars',
      '|Sloop at Skagen |5 dollars',
      '|===',
    ),
    'What is the toll of a sloop at Skagen?',
    '5 dollars',
  ),
  file(
    'tables/stations.csv',
    lines('Station,Height', 'Morrow,812 m', '"Upper ""Tinker""",1904 m'),
    'What is the height of station Morrow?',
    '812 m',
  ),
  file(
    'tables/prices.csv',
    lines('sep=;', 'Ware;Price', 'Juniper oil;17,50', 'Pine tar;6,20'),
    'What is the price of juniper oil?',
    '17,50',
  ),
  file(
    'tables/bells.tsv',
    lines('Bell\tWeight', 'Great Agnes\t4100 kg', 'Small Agnes\t300 kg'),
    'What is the weight of Great Agnes?',
    '4100 kg',
  ),
  file(
    'tables/looms.tsv',
    lines('Loom\tThreads', 'Jessamy loom\t2400', 'Hand loom\t600'),
    'How many threads has the Jessamy loom?',
    '2400',
  ),
  file(
    'records/notes.jsonl',
    lines(
      '{"title":"Bees","text":"Bees of the Hollin hive swarm in the first week of June."}',
      '{"title":"Wasps","text":"Wasps sleep."}',
    ),
    'When do the bees of the Hollin hive swarm?',
    'first week of June',
  ),
  file(
    'records/talk.jsonl',
    lines(
      '{"messages":[{"role":"user","content":"When is the Fennel server patched?"},{"role":"assistant","content":"The Fennel server is patched on Thursdays at 03:00."}]}',
    ),
    'When is the Fennel server patched?',
    'Thursdays at 03:00',
  ),
  file(
    'notebooks/tides.ipynb',
    notebook({ cell_type: 'markdown', source: ['# Tides\n', '\n', 'Spring tides at Corvo reach 5.8 metres.'] }),
    'How high do spring tides at Corvo reach?',
    '5.8 metres',
  ),
  file(
    'notebooks/fit.ipynb',
    notebook(
      { cell_type: 'markdown', source: 'The slope of the Marlow fit is printed by:' },
      {
        cell_type: 'code',
        source: 'print("Marlow slope", 0.37)',
        outputs: [{ output_type: 'stream', text: ['Marlow slope 0.37\n'] }],
      },
    ),
    'What is the slope of the Marlow fit?',
    '0.37',
  ),
  file(
    'mail/lease.eml',
    lines(
      'From: Ann Lee <ann@lorn.example>',
      'Subject: Lease of the Dunmore shed',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'The lease of the Dunmore shed ends on 30 April 2031.',
    ),
    'When does the lease of the Dunmore shed end?',
    '30 April 2031',
  ),
  file(
    'mail/quote.eml',
    lines(
      'From: Bo Ek <bo@lorn.example>',
      'Subject: Sails',
      'Content-Transfer-Encoding: quoted-printable',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>The sails of the Petrel cost 2,700=20crowns.</p>',
    ),
    'What do the sails of the Petrel cost?',
    '2,700 crowns',
  ),
  file(
    'mail/crew.mbox',
    lines(
      'From ann Mon May  4 10:00:00 2026',
      'From: ann@lorn.example',
      'Subject: Cook',
      '',
      'The cook of the Halcyon is Mr Dray.',
      '',
      'From bo Mon May  4 11:00:00 2026',
      'From: bo@lorn.example',
      'Subject: Mate',
      '',
      'The mate of the Halcyon is Ms Orne.',
    ),
    'Who is the mate of the Halcyon?',
    'Ms Orne',
  ),
  file(
    'mail/rent.mbox',
    lines(
      'From cy Tue May  5 10:00:00 2026',
      'From: cy@lorn.example',
      'Subject: Rent',
      '',
      'The rent of the Gorse mill is 640 pounds.',
    ),
    'What is the rent of the Gorse mill?',
    '640 pounds',
  ),
  file(
    'films/dam.srt',
    lines(
      '1',
      '00:00:01,000 --> 00:00:04,000',
      'The Ashen dam was closed',
      '',
      '2',
      '00:00:04,000 --> 00:00:06,000',
      'in the winter of 1963.',
    ),
    'When was the Ashen dam closed?',
    'in the winter of 1963',
  ),
  file(
    'films/goats.srt',
    lines('1', '00:00:01,000 --> 00:00:02,000', '<i>Goats of Ystrad eat thistles.</i>'),
    'What do the goats of Ystrad eat?',
    'thistles',
  ),
  file(
    'films/glass.vtt',
    lines('WEBVTT', '', '00:01.000 --> 00:04.000', '<v Mara>Glass of Murra melts at 1500 degrees.'),
    'At how many degrees does the glass of Murra melt?',
    '1500 degrees',
  ),
  file(
    'films/rope.vtt',
    lines('WEBVTT', '', 'NOTE nothing', '', '00:01.000 --> 00:04.000', 'The rope of the Zennor lift is 40 mm thick.'),
    'How thick is the rope of the Zennor lift?',
    '40 mm',
  ),
  file(
    'books/reef.epub',
    book(
      'The Reef',
      '<h1>One</h1><p>The Brannock reef is three kilometres long.</p>',
      '<h1>Two</h1><p>Corals sleep.</p>',
    ),
    'How long is the Brannock reef?',
    'three kilometres',
  ),
  file(
    'books/bread.epub',
    book('Bread', '<h1>Rye</h1><ol><li>Knead the Sable loaf for 11 minutes.</li></ol>'),
    'For how many minutes is the Sable loaf kneaded?',
    '11 minutes',
  ),
  file(
    'office/paint.odt',
    openDocument(
      '<text:h text:outline-level="1">Paint</text:h><text:p>The paint of the Wick tower dries in <text:span>nine hours</text:span>.</text:p>',
    ),
    'In how many hours does the paint of the Wick tower dry?',
    'nine hours',
  ),
  file(
    'office/oaths.odt',
    openDocument(
      '<text:p>Oaths</text:p><table:table><table:table-row><table:table-cell><text:p>Warden of Leith</text:p></table:table-cell><table:table-cell><text:p>sworn in 1844</text:p></table:table-cell></table:table-row></table:table>',
    ),
    'When was the warden of Leith sworn in?',
    'sworn in 1844',
  ),
  file(
    'talks/budget.pptx',
    slides('Budget', 'The Thorne project costs 88,000 crowns.'),
    'What does the Thorne project cost?',
    '88,000 crowns',
  ),
  file(
    'talks/staff.pptx',
    slides('The Rook office has 14 employees.'),
    'How many employees has the Rook office?',
    '14 employees',
  ),
  file(
    'tables/roofs.xlsx',
    sheet('Roofs', [
      ['Roof', 'Slope'],
      ['Cobble hall', '38 degrees'],
      ['Linden hall', '45 degrees'],
    ]),
    'What is the slope of the roof of Linden hall?',
    '45 degrees',
  ),
  file(
    'tables/wells.xlsx',
    sheet('Wells', [
      ['Well', 'Depth in metres'],
      ['Isbister', 61],
      ['Fetlar', 22],
    ]),
    'What is the depth of the well Isbister?',
    '61',
  ),
  file(
    'notes/garden.org',
    lines('#+TITLE: Garden', '* Pruning', 'The Damson hedge is pruned in /February/.', '* TODO Digging'),
    'When is the Damson hedge pruned?',
    'February',
  ),
  file(
    'notes/wine.org',
    lines('* Wine', '| Wine | Year |', '|------+------|', '| Tokaj of Esk | 1972 |', '| Port of Esk | 1988 |'),
    'Of which year is the Tokaj of Esk?',
    '1972',
  ),
  file(
    'man/tarn.1',
    lines(
      '.TH TARN 1',
      '.SH NAME',
      'tarn \\- fills lakes',
      '.SH OPTIONS',
      '.TP',
      '.B \\-\\-depth',
      'How deep tarn fills a lake, 30 fathoms if it isn\\(aqt given.',
    ),
    'How deep does tarn fill a lake if --depth is not given?',
    "30 fathoms if it isn't given",
  ),
  file(
    'man/skerry.conf.5',
    lines(
      '.Dd May 1, 2026',
      '.Dt SKERRY.CONF 5',
      '.Sh NAME',
      '.Nm skerry.conf',
      '.Nd settings',
      '.Sh DESCRIPTION',
      'The file',
      '.Nm',
      'is read again every 90 seconds.',
    ),
    'How often is skerry.conf read again?',
    'every 90 seconds',
  ),
  file(
    'settings/kiln.json',
    JSON.stringify({ kiln: { name: 'Bracken kiln', hottest: '1280 degrees' } }, null, 2),
    'How hot is the hottest of the Bracken kiln?',
    '1280 degrees',
  ),
  file(
    'settings/ports.json',
    JSON.stringify({ service: 'gannet', gannet_port: 4417 }, null, 2),
    'Which is the gannet_port?',
    '4417',
  ),
  file(
    'settings/deploy.yaml',
    lines('# How the Heron service is deployed', 'heron:', '  replicas: 7'),
    'How many replicas has the heron?',
    'replicas: 7',
  ),
  file(
    'settings/backup.yaml',
    lines('# The Plover backup is kept for 45 days.', 'plover:', '  keep: 45'),
    'For how many days is the Plover backup kept?',
    '45 days',
  ),
  file(
    'code/retry.py',
    lines('# The Sandpiper client tries a request again five times.', 'SANDPIPER_TRIES = 5'),
    'How many times does the Sandpiper client try a request again?',
    'five times',
  ),
  file(
    'code/cache.ts',
    lines('/** Entries of the Dunlin cache live for 600 seconds. */', 'export const DUNLIN_TTL = 600'),
    'For how long do entries of the Dunlin cache live?',
    '600 seconds',
  ),
  file(
    'notes/chapel.txt',
    lines('Chapel', '', 'The organ of the Rosehall chapel', 'has 1,204 pipes.'),
    'How many pipes has the organ of the Rosehall chapel?',
    '1,204 pipes',
  ),
  file(
    'notes/README',
    lines('The Quarry club meets on the second', 'Sunday of the month.'),
    'When does the Quarry club meet?',
    'Sunday of the month',
  ),
]
