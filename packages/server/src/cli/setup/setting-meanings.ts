/** What each setting is for, in the words of `docs/settings.md`. Those that belong together share theirs. */
export const SETTING_MEANINGS: Readonly<Record<string, string>> = {
  HOST: 'where the service listens; port 0 takes any free one',
  PORT: 'where the service listens; port 0 takes any free one',
  DATABASE_URL: 'or postgres://…',
  REDIS_URL: 'redis://…: several processes work together (several machines); needs PostgreSQL',
  ROLE: 'what a process does of the work: api answers requests, worker does the research',
  RUNS_AT_ONCE:
    "with REDIS_URL: how many requests a process works on at once; further ones wait for a free worker. What a model or the web does takes hardly any of a worker's time, so that it can have more of it",
  CORPUS: 'the folders and files to search, comma-separated',
  CORPUS_BASE_URL:
    'where the corpus is published; documents without a URL of their own are cited under it, so readers of answers see it',
  CORPUS_ENCODING:
    'the encoding of files that are no UTF-8 and do not tell theirs, such as windows-1252, shift_jis or gbk; without it they are not read. With utf-8, what is no UTF-8 in them is shown as �',
  CORPUS_INCLUDE:
    'comma-separated patterns as in .gitignore: only files that match one are read, such as *.md,reports/; without it, all',
  CORPUS_EXCLUDE:
    'comma-separated patterns as in .gitignore: what matches is left out, such as drafts/,*.log. Behind !, it is read although a .gitignore leaves it out: !build/, !node_modules/',
  CORPUS_SYNONYMS:
    'a text file with words that mean the same in the corpus, one group on each line: folder, directory. A question that has one of them finds the others too; what stands behind # is left out. doctor reads it',
  OPENSEARCH_URL:
    'a server of OpenSearch or Elasticsearch (https://user:password@host:9200) and the index that corpus push fills with the corpus',
  OPENSEARCH_INDEX:
    'a server of OpenSearch or Elasticsearch (https://user:password@host:9200) and the index that corpus push fills with the corpus',
  OPENSEARCH_API_KEY: 'a key of Elasticsearch, in place of the user',
  OPENSEARCH_FIELDS: 'the names of the fields in the index',
  SEARCH:
    'any of corpus, opensearch, tavily, brave, exa, searxng, wikipedia, arxiv, openalex, crossref, pubmed, semantic-scholar, europe-pmc and mcp:NAME, in order of preference (models and search)',
  TAVILY_API_KEY: 'required by these search providers',
  BRAVE_API_KEY: 'required by these search providers',
  EXA_API_KEY: 'required by these search providers',
  SEARXNG_URL: 'required by these search providers',
  OPENALEX_API_KEY:
    'keys of openalex, pubmed and semantic-scholar, which work without one, with fewer searches (papers)',
  NCBI_API_KEY: 'keys of openalex, pubmed and semantic-scholar, which work without one, with fewer searches (papers)',
  SEMANTIC_SCHOLAR_API_KEY:
    'keys of openalex, pubmed and semantic-scholar, which work without one, with fewer searches (papers)',
  MCP_SOURCES:
    'servers of the Model Context Protocol: a JSON file with mcpServers, as assistants have it, or its content; SEARCH names those to search, such as mcp:wiki (MCP servers)',
  WEB_ALLOW_HOSTS:
    'host names, comma-separated, with their subdomains: only these are read on the web, and never those (which pages are read)',
  WEB_DENY_HOSTS:
    'host names, comma-separated, with their subdomains: only these are read on the web, and never those (which pages are read)',
  WEB_PAGES_PER_HOST:
    'how many pages of one host research reads; default: 10, and no limit where Wikipedia alone is searched',
  WEB_USER_AGENT:
    'how the service identifies itself to the sites that it reads; include a way to reach you, such as (mailto:you@example.org)',
  PAGE_READER:
    'what opens pages in a browser that have no text without one: jina, firecrawl, or a URL with {url} in it (pages that need a browser)',
  PAGE_READER_URL: 'where your own Jina Reader or Firecrawl is, and the key of the reader',
  PAGE_READER_KEY: 'where your own Jina Reader or Firecrawl is, and the key of the reader',
  LLM: 'openai-compatible or anthropic (choose a model); with none, answers are quotations',
  LLM_BASE_URL:
    'the endpoint including its version (…/v1), its key, the model that writes, and the model that plans and reflects (default: the one that writes)',
  LLM_API_KEY:
    'the endpoint including its version (…/v1), its key, the model that writes, and the model that plans and reflects (default: the one that writes)',
  LLM_MODEL:
    'the endpoint including its version (…/v1), its key, the model that writes, and the model that plans and reflects (default: the one that writes)',
  LLM_FAST_MODEL:
    'the endpoint including its version (…/v1), its key, the model that writes, and the model that plans and reflects (default: the one that writes)',
  LLM_FAST:
    'an endpoint of its own for LLM_FAST_MODEL: its protocol (default: that of LLM), its address and its key. No key is sent to the other endpoint',
  LLM_FAST_BASE_URL:
    'an endpoint of its own for LLM_FAST_MODEL: its protocol (default: that of LLM), its address and its key. No key is sent to the other endpoint',
  LLM_FAST_API_KEY:
    'an endpoint of its own for LLM_FAST_MODEL: its protocol (default: that of LLM), its address and its key. No key is sent to the other endpoint',
  LLM_TIMEOUT_MS:
    'how long a model may stay silent; twice as long before its first output, and as long again for every 3,000 tokens of the prompt',
  LLM_CONCURRENCY: 'how many calls an endpoint gets at once; further ones wait here, and not against LLM_TIMEOUT_MS',
  LLM_CONTEXT_TOKENS: "size of the model's context: input and output together",
  LLM_MAX_OUTPUT_TOKENS:
    'most tokens of a reply, thoughts and all; at most half of LLM_CONTEXT_TOKENS. By default what each call needs, and up to 8,000 more for a model that was seen to think',
  LLM_REASONING_EFFORT:
    'none, minimal, low, medium, high or xhigh: how much a model thinks before it answers; by default what is usual for it',
  LLM_PRICES:
    'dollars that LLM_MODEL and LLM_FAST_MODEL charge for a million tokens in and for a million out, such as 3,15; the second default to the first',
  LLM_FAST_PRICES:
    'dollars that LLM_MODEL and LLM_FAST_MODEL charge for a million tokens in and for a million out, such as 3,15; the second default to the first',
  LLM_DOLLARS:
    'dollars that models may charge for research at low, medium and high, such as 0.05,0.25,1; needs LLM_PRICES; by default there is no limit',
  LLM_FALLBACK:
    'when the model cannot be reached: none refuses research with 502, extractive starts it without the model',
  VERIFY:
    'llm: a model also judges the claims that are not verbatim; lexical: it does not; default: llm where a model is set',
  BACKEND:
    "openai-responses, perplexity, gemini, exa or tavily: that service researches, and this one checks what it writes (hosted research); without it, the service's own engine researches",
  BACKEND_API_KEY:
    'the key that BACKEND needs, its address if it is not the usual one (with its version), and the model or agent in place of the one of each level',
  BACKEND_BASE_URL:
    'the key that BACKEND needs, its address if it is not the usual one (with its version), and the model or agent in place of the one of each level',
  BACKEND_MODEL:
    'the key that BACKEND needs, its address if it is not the usual one (with its version), and the model or agent in place of the one of each level',
  EMBEDDINGS_BASE_URL:
    'an endpoint that makes vectors, including its version (…/v1), its key and its model; passages are then also found by what they mean (models and search)',
  EMBEDDINGS_API_KEY:
    'an endpoint that makes vectors, including its version (…/v1), its key and its model; passages are then also found by what they mean (models and search)',
  EMBEDDINGS_MODEL:
    'an endpoint that makes vectors, including its version (…/v1), its key and its model; passages are then also found by what they mean (models and search)',
  EMBEDDINGS_QUERY_PREFIX: 'what the model wants before a question and before a passage, such as query:  and passage:',
  EMBEDDINGS_PASSAGE_PREFIX:
    'what the model wants before a question and before a passage, such as query:  and passage:',
  RERANK_URL:
    'the URL of a reranker (…/rerank), its key and its model, if it needs them; it then decides what an answer begins with',
  RERANK_API_KEY:
    'the URL of a reranker (…/rerank), its key and its model, if it needs them; it then decides what an answer begins with',
  RERANK_MODEL:
    'the URL of a reranker (…/rerank), its key and its model, if it needs them; it then decides what an answer begins with',
  STREAM_KEEPALIVE_MS: 'how long a stream is silent before a comment line is sent',
  DISCONNECT_GRACE_MS: 'how long research continues without its client; 0 cancels it at once',
  RESUME_WINDOW_MS: 'how long the events of an ended request are kept',
  RESULT_RETENTION:
    'how long the result of a request is kept, in days, hours or minutes (30d, 12h, 90m); 0 keeps it no longer than RESUME_WINDOW_MS',
  RESEARCH_MINUTES:
    'minutes that research with a model or the web may take at low, medium and high; then it is answered from what was found. None may be more than RESEARCH_TIMEOUT_MS',
  RESEARCH_TIMEOUT_MS: 'research that takes longer fails with RESEARCH_TIMEOUT and is refunded',
  PUBLIC_URL:
    'the URL that browsers use, such as https://research.example.com; with https, cookies are sent over TLS only',
  AUTH_SECRET:
    "signs the console's cookies and encrypts two-factor secrets; at least 32 characters. With SQLite it is generated at the first start and kept beside the database; with PostgreSQL it is required",
  SECURITY_CONTACT:
    'where strangers report a vulnerability, such as mailto:security@example.com; /.well-known/security.txt then says so',
  SIGN_UP: 'closed: accounts are created on the command line only, and by whoever is invited',
  SIGN_UP_DOMAINS: 'domains whose addresses may sign up, comma-separated; needs SMTP_URL',
  SMTP_URL:
    "a mail server (smtp://user:password@host:587, smtps://…) and the sender's address; SMTP_URL needs MAIL_FROM and PUBLIC_URL. Without it the service sends no mail (accounts)",
  MAIL_FROM:
    "a mail server (smtp://user:password@host:587, smtps://…) and the sender's address; SMTP_URL needs MAIL_FROM and PUBLIC_URL. Without it the service sends no mail (accounts)",
  OPERATOR_SECOND_FACTOR: 'required: operators must use a code or a passkey before they see or change accounts',
  OIDC_ISSUER:
    'sign-in with a provider: its issuer, and the client id and secret that it issued for this service; needs PUBLIC_URL (accounts)',
  OIDC_CLIENT_ID:
    'sign-in with a provider: its issuer, and the client id and secret that it issued for this service; needs PUBLIC_URL (accounts)',
  OIDC_CLIENT_SECRET:
    'sign-in with a provider: its issuer, and the client id and secret that it issued for this service; needs PUBLIC_URL (accounts)',
  OIDC_NAME: "the label of the provider's button. Default: the provider's own name",
  OIDC_TRUST_EMAIL:
    'on: email addresses count as confirmed even if the provider does not say so. Only for a provider whose addresses are assigned by an administrator',
  OPENAI_CLIENTS:
    "on: clients of OpenAI, such as Open WebUI, LibreChat and OpenAI's SDKs, may ask under /openai/v1 (clients of OpenAI)",
  TRUST_PROXY:
    'addresses and ranges of proxies, comma-separated, such as 127.0.0.1,10.0.0.0/8; their X-Forwarded-For is trusted, counted from the right',
  FAILED_KEYS_PER_MINUTE: 'how many wrong keys an address may send a minute; 0: no limit',
  CONNECTIONS_PER_ADDRESS: 'how many connections an address may have at once; 0: no limit',
  ENGINE_WORKERS:
    "how many threads at most research, so that no stream waits for another one's question; 0 for the thread that serves. They only read the index, which the thread that serves keeps up to date. The first starts once the service listens, the others when all that run are busy; research waits for one. With 0, nothing can end a question that makes the engine compute for ever. Each takes some 30 MB before its first question, and more for a large corpus. Models, the web, embeddings and a reranker are asked by the thread that serves, for all of them",
  ENGINE_SILENCE_MS:
    'how long such a thread may give no sign of life before it is ended (what happens then). It gives one while it waits for something and between two steps of research, each of which takes a fraction of a second',
  LOG_LEVEL:
    'trace, debug, info, warn, error, fatal or silent. The log is JSON lines, which never contain a key, a query or a metadata value',
  METRICS: 'on or off: GET /metrics for Prometheus, to this machine',
  METRICS_PORT:
    'a port of its own, on HOST, with /metrics, /healthz and /readyz for other machines; nobody outside should reach it',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'where traces are sent by OTLP over HTTP: a collector such as http://localhost:4318, or the whole URL (operating)',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT:
    'where traces are sent by OTLP over HTTP: a collector such as http://localhost:4318, or the whole URL (operating)',
  OTEL_EXPORTER_OTLP_HEADERS: 'headers that are sent along, as name=value,name=value',
  OTEL_SERVICE_NAME: 'how the service is named in traces, and further attributes, as name=value,name=value',
  OTEL_RESOURCE_ATTRIBUTES: 'how the service is named in traces, and further attributes, as name=value,name=value',
  OTEL_TRACES_SAMPLER: 'which requests are traced; with traceidratio, the share of them',
  OTEL_TRACES_SAMPLER_ARG: 'which requests are traced; with traceidratio, the share of them',
}
