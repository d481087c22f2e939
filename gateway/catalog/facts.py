"""Facts of PostgreSQL 15's catalog. Written by tests/tools/catalog_facts.py; do not edit."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Final

#: schema.relation, oid, relkind, and columns as name:type, with ! where never NULL.
RELATIONS: Final = r"""
pg_catalog.pg_am 2601 r oid:oid! amname:name! amhandler:regproc! amtype:char!
pg_catalog.pg_attrdef 2604 r oid:oid! adrelid:oid! adnum:int2! adbin:text!
pg_catalog.pg_attribute 1249 r attrelid:oid! attname:name! atttypid:oid! attstattarget:int4! attlen:int2! attnum:int2! attndims:int4! attcacheoff:int4! atttypmod:int4! attbyval:bool! attalign:char! attstorage:char! attcompression:char! attnotnull:bool! atthasdef:bool! atthasmissing:bool! attidentity:char! attgenerated:char! attisdropped:bool! attislocal:bool! attinhcount:int4! attcollation:oid! attacl:_text attoptions:_text attfdwoptions:_text attmissingval:_text
pg_catalog.pg_auth_members 1261 r roleid:oid! member:oid! grantor:oid! admin_option:bool!
pg_catalog.pg_authid 1260 r oid:oid! rolname:name! rolsuper:bool! rolinherit:bool! rolcreaterole:bool! rolcreatedb:bool! rolcanlogin:bool! rolreplication:bool! rolbypassrls:bool! rolconnlimit:int4! rolpassword:text rolvaliduntil:timestamptz
pg_catalog.pg_class 1259 r oid:oid! relname:name! relnamespace:oid! reltype:oid! reloftype:oid! relowner:oid! relam:oid! relfilenode:oid! reltablespace:oid! relpages:int4! reltuples:float4! relallvisible:int4! reltoastrelid:oid! relhasindex:bool! relisshared:bool! relpersistence:char! relkind:char! relnatts:int2! relchecks:int2! relhasrules:bool! relhastriggers:bool! relhassubclass:bool! relrowsecurity:bool! relforcerowsecurity:bool! relispopulated:bool! relreplident:char! relispartition:bool! relrewrite:oid! relfrozenxid:int8! relminmxid:int8! relacl:_text reloptions:_text relpartbound:text
pg_catalog.pg_collation 3456 r oid:oid! collname:name! collnamespace:oid! collowner:oid! collprovider:char! collisdeterministic:bool! collencoding:int4! collcollate:text collctype:text colliculocale:text collversion:text
pg_catalog.pg_constraint 2606 r oid:oid! conname:name! connamespace:oid! contype:char! condeferrable:bool! condeferred:bool! convalidated:bool! conrelid:oid! contypid:oid! conindid:oid! conparentid:oid! confrelid:oid! confupdtype:char! confdeltype:char! confmatchtype:char! conislocal:bool! coninhcount:int4! connoinherit:bool! conkey:_int2 confkey:_int2 conpfeqop:_oid conppeqop:_oid conffeqop:_oid confdelsetcols:_int2 conexclop:_oid conbin:text
pg_catalog.pg_database 1262 r oid:oid! datname:name! datdba:oid! encoding:int4! datlocprovider:char! datistemplate:bool! datallowconn:bool! datconnlimit:int4! datfrozenxid:int8! datminmxid:int8! dattablespace:oid! datcollate:text! datctype:text! daticulocale:text datcollversion:text datacl:_text
pg_catalog.pg_db_role_setting 2964 r setdatabase:oid! setrole:oid! setconfig:_text
pg_catalog.pg_default_acl 826 r oid:oid! defaclrole:oid! defaclnamespace:oid! defaclobjtype:char! defaclacl:_text!
pg_catalog.pg_depend 2608 r classid:oid! objid:oid! objsubid:int4! refclassid:oid! refobjid:oid! refobjsubid:int4! deptype:char!
pg_catalog.pg_description 2609 r objoid:oid! classoid:oid! objsubid:int4! description:text!
pg_catalog.pg_enum 3501 r oid:oid! enumtypid:oid! enumsortorder:float4! enumlabel:name!
pg_catalog.pg_event_trigger 3466 r oid:oid! evtname:name! evtevent:name! evtowner:oid! evtfoid:oid! evtenabled:char! evttags:_text
pg_catalog.pg_extension 3079 r oid:oid! extname:name! extowner:oid! extnamespace:oid! extrelocatable:bool! extversion:text! extconfig:_oid extcondition:_text
pg_catalog.pg_foreign_data_wrapper 2328 r oid:oid! fdwname:name! fdwowner:oid! fdwhandler:oid! fdwvalidator:oid! fdwacl:_text fdwoptions:_text
pg_catalog.pg_foreign_server 1417 r oid:oid! srvname:name! srvowner:oid! srvfdw:oid! srvtype:text srvversion:text srvacl:_text srvoptions:_text
pg_catalog.pg_foreign_table 3118 r ftrelid:oid! ftserver:oid! ftoptions:_text
pg_catalog.pg_index 2610 r indexrelid:oid! indrelid:oid! indnatts:int2! indnkeyatts:int2! indisunique:bool! indnullsnotdistinct:bool! indisprimary:bool! indisexclusion:bool! indimmediate:bool! indisclustered:bool! indisvalid:bool! indcheckxmin:bool! indisready:bool! indislive:bool! indisreplident:bool! indkey:int2vector! indcollation:oidvector! indclass:oidvector! indoption:int2vector! indexprs:text indpred:text
pg_catalog.pg_indexes 12043 v schemaname:name tablename:name indexname:name tablespace:name indexdef:text
pg_catalog.pg_inherits 2611 r inhrelid:oid! inhparent:oid! inhseqno:int4! inhdetachpending:bool!
pg_catalog.pg_largeobject_metadata 2995 r oid:oid! lomowner:oid! lomacl:_text
pg_catalog.pg_matviews 12038 v schemaname:name matviewname:name matviewowner:name tablespace:name hasindexes:bool ispopulated:bool definition:text
pg_catalog.pg_namespace 2615 r oid:oid! nspname:name! nspowner:oid! nspacl:_text
pg_catalog.pg_partitioned_table 3350 r partrelid:oid! partstrat:char! partnatts:int2! partdefid:oid! partattrs:int2vector! partclass:oidvector! partcollation:oidvector! partexprs:text
pg_catalog.pg_policy 3256 r oid:oid! polname:name! polrelid:oid! polcmd:char! polpermissive:bool! polroles:_oid! polqual:text polwithcheck:text
pg_catalog.pg_proc 1255 r oid:oid! proname:name! pronamespace:oid! proowner:oid! prolang:oid! procost:float4! prorows:float4! provariadic:oid! prosupport:regproc! prokind:char! prosecdef:bool! proleakproof:bool! proisstrict:bool! proretset:bool! provolatile:char! proparallel:char! pronargs:int2! pronargdefaults:int2! prorettype:oid! proargtypes:oidvector! proallargtypes:_oid proargmodes:_char proargnames:_text proargdefaults:text protrftypes:_oid prosrc:text! probin:text prosqlbody:text proconfig:_text proacl:_text
pg_catalog.pg_publication 6104 r oid:oid! pubname:name! pubowner:oid! puballtables:bool! pubinsert:bool! pubupdate:bool! pubdelete:bool! pubtruncate:bool! pubviaroot:bool!
pg_catalog.pg_publication_namespace 6237 r oid:oid! pnpubid:oid! pnnspid:oid!
pg_catalog.pg_publication_rel 6106 r oid:oid! prpubid:oid! prrelid:oid! prqual:text prattrs:int2vector
pg_catalog.pg_publication_tables 12068 v pubname:name schemaname:name tablename:name attnames:_name rowfilter:text
pg_catalog.pg_range 3541 r rngtypid:oid! rngsubtype:oid! rngmultitypid:oid! rngcollation:oid! rngsubopc:oid! rngcanonical:regproc! rngsubdiff:regproc!
pg_catalog.pg_rewrite 2618 r oid:oid! rulename:name! ev_class:oid! ev_type:char! ev_enabled:char! is_instead:bool! ev_qual:text! ev_action:text!
pg_catalog.pg_roles 12000 v rolname:name rolsuper:bool rolinherit:bool rolcreaterole:bool rolcreatedb:bool rolcanlogin:bool rolreplication:bool rolconnlimit:int4 rolpassword:text rolvaliduntil:timestamptz rolbypassrls:bool rolconfig:_text oid:oid
pg_catalog.pg_rules 12023 v schemaname:name tablename:name rulename:name definition:text
pg_catalog.pg_seclabel 3596 r objoid:oid! classoid:oid! objsubid:int4! provider:text! label:text!
pg_catalog.pg_sequence 2224 r seqrelid:oid! seqtypid:oid! seqstart:int8! seqincrement:int8! seqmax:int8! seqmin:int8! seqcache:int8! seqcycle:bool!
pg_catalog.pg_sequences 12048 v schemaname:name sequencename:name sequenceowner:name data_type:regtype start_value:int8 min_value:int8 max_value:int8 increment_by:int8 cycle:bool cache_size:int8 last_value:int8
pg_catalog.pg_settings 12104 v name:text setting:text unit:text category:text short_desc:text extra_desc:text context:text vartype:text source:text min_val:text max_val:text enumvals:_text boot_val:text reset_val:text sourcefile:text sourceline:int4 pending_restart:bool
pg_catalog.pg_shdescription 2396 r objoid:oid! classoid:oid! description:text!
pg_catalog.pg_stat_user_tables 12161 v relid:oid schemaname:name relname:name seq_scan:int8 seq_tup_read:int8 idx_scan:int8 idx_tup_fetch:int8 n_tup_ins:int8 n_tup_upd:int8 n_tup_del:int8 n_tup_hot_upd:int8 n_live_tup:int8 n_dead_tup:int8 n_mod_since_analyze:int8 n_ins_since_vacuum:int8 last_vacuum:timestamptz last_autovacuum:timestamptz last_analyze:timestamptz last_autoanalyze:timestamptz vacuum_count:int8 autovacuum_count:int8 analyze_count:int8 autoanalyze_count:int8
pg_catalog.pg_statistic_ext 3381 r oid:oid! stxrelid:oid! stxname:name! stxnamespace:oid! stxowner:oid! stxstattarget:int4! stxkeys:int2vector! stxkind:_char! stxexprs:text
pg_catalog.pg_subscription 6100 r oid:oid! subdbid:oid! subskiplsn:text! subname:name! subowner:oid! subenabled:bool! subbinary:bool! substream:bool! subtwophasestate:char! subdisableonerr:bool! subconninfo:text! subslotname:name subsynccommit:text! subpublications:_text!
pg_catalog.pg_tables 12033 v schemaname:name tablename:name tableowner:name tablespace:name hasindexes:bool hasrules:bool hastriggers:bool rowsecurity:bool
pg_catalog.pg_tablespace 1213 r oid:oid! spcname:name! spcowner:oid! spcacl:_text spcoptions:_text
pg_catalog.pg_trigger 2620 r oid:oid! tgrelid:oid! tgparentid:oid! tgname:name! tgfoid:oid! tgtype:int2! tgenabled:char! tgisinternal:bool! tgconstrrelid:oid! tgconstrindid:oid! tgconstraint:oid! tgdeferrable:bool! tginitdeferred:bool! tgnargs:int2! tgattr:int2vector! tgargs:bytea! tgqual:text tgoldtable:name tgnewtable:name
pg_catalog.pg_type 1247 r oid:oid! typname:name! typnamespace:oid! typowner:oid! typlen:int2! typbyval:bool! typtype:char! typcategory:char! typispreferred:bool! typisdefined:bool! typdelim:char! typrelid:oid! typsubscript:regproc! typelem:oid! typarray:oid! typinput:regproc! typoutput:regproc! typreceive:regproc! typsend:regproc! typmodin:regproc! typmodout:regproc! typanalyze:regproc! typalign:char! typstorage:char! typnotnull:bool! typbasetype:oid! typtypmod:int4! typndims:int4! typcollation:oid! typdefaultbin:text typdefault:text typacl:_text
pg_catalog.pg_user 12014 v usename:name usesysid:oid usecreatedb:bool usesuper:bool userepl:bool usebypassrls:bool passwd:text valuntil:timestamptz useconfig:_text
pg_catalog.pg_user_mappings 12327 v umid:oid srvid:oid srvname:name umuser:oid usename:name umoptions:_text
pg_catalog.pg_views 12028 v schemaname:name viewname:name viewowner:name definition:text
information_schema.columns 13295 v table_catalog:name table_schema:name table_name:name column_name:name ordinal_position:int4 column_default:varchar is_nullable:varchar data_type:varchar character_maximum_length:int4 character_octet_length:int4 numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name domain_catalog:name domain_schema:name domain_name:name udt_catalog:name udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name is_self_referencing:varchar is_identity:varchar identity_generation:varchar identity_start:varchar identity_increment:varchar identity_maximum:varchar identity_minimum:varchar identity_cycle:varchar is_generated:varchar generation_expression:varchar is_updatable:varchar
information_schema.key_column_usage 13329 v constraint_catalog:name constraint_schema:name constraint_name:name table_catalog:name table_schema:name table_name:name column_name:name ordinal_position:int4 position_in_unique_constraint:int4
information_schema.referential_constraints 13339 v constraint_catalog:name constraint_schema:name constraint_name:name unique_constraint_catalog:name unique_constraint_schema:name unique_constraint_name:name match_option:varchar update_rule:varchar delete_rule:varchar
information_schema.routines 13377 v specific_catalog:name specific_schema:name specific_name:name routine_catalog:name routine_schema:name routine_name:name routine_type:varchar module_catalog:name module_schema:name module_name:name udt_catalog:name udt_schema:name udt_name:name data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 type_udt_catalog:name type_udt_schema:name type_udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name routine_body:varchar routine_definition:varchar external_name:varchar external_language:varchar parameter_style:varchar is_deterministic:varchar sql_data_access:varchar is_null_call:varchar sql_path:varchar schema_level_routine:varchar max_dynamic_result_sets:int4 is_user_defined_cast:varchar is_implicitly_invocable:varchar security_type:varchar to_sql_specific_catalog:name to_sql_specific_schema:name to_sql_specific_name:name as_locator:varchar created:timestamptz last_altered:timestamptz new_savepoint_level:varchar is_udt_dependent:varchar result_cast_from_data_type:varchar result_cast_as_locator:varchar result_cast_char_max_length:int4 result_cast_char_octet_length:int4 result_cast_char_set_catalog:name result_cast_char_set_schema:name result_cast_char_set_name:name result_cast_collation_catalog:name result_cast_collation_schema:name result_cast_collation_name:name result_cast_numeric_precision:int4 result_cast_numeric_precision_radix:int4 result_cast_numeric_scale:int4 result_cast_datetime_precision:int4 result_cast_interval_type:varchar result_cast_interval_precision:int4 result_cast_type_udt_catalog:name result_cast_type_udt_schema:name result_cast_type_udt_name:name result_cast_scope_catalog:name result_cast_scope_schema:name result_cast_scope_name:name result_cast_maximum_cardinality:int4 result_cast_dtd_identifier:name
information_schema.schemata 13382 v catalog_name:name schema_name:name schema_owner:name default_character_set_catalog:name default_character_set_schema:name default_character_set_name:name sql_path:varchar
information_schema.sequences 13386 v sequence_catalog:name sequence_schema:name sequence_name:name data_type:varchar numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 start_value:varchar minimum_value:varchar maximum_value:varchar increment:varchar cycle_option:varchar
information_schema.table_constraints 13411 v constraint_catalog:name constraint_schema:name constraint_name:name table_catalog:name table_schema:name table_name:name constraint_type:varchar is_deferrable:varchar initially_deferred:varchar enforced:varchar nulls_distinct:varchar
information_schema.tables 13425 v table_catalog:name table_schema:name table_name:name table_type:varchar self_referencing_column_name:name reference_generation:varchar user_defined_type_catalog:name user_defined_type_schema:name user_defined_type_name:name is_insertable_into:varchar is_typed:varchar commit_action:varchar
information_schema.views 13483 v table_catalog:name table_schema:name table_name:name view_definition:varchar check_option:varchar is_updatable:varchar is_insertable_into:varchar is_trigger_updatable:varchar is_trigger_deletable:varchar is_trigger_insertable_into:varchar
"""

#: Rows that are the same in every database, in COPY's text format.
ROWS: Final = {
    "pg_type": r"""
16	bool	11	10	1	t	b	B	t	t	,	0	0	0	1000	1242	1243	2436	2437	0	0	0	c	p	f	0	-1	0	0	\N	\N	\N
17	bytea	11	10	-1	f	b	U	f	t	,	0	0	0	1001	1244	31	2412	2413	0	0	0	i	x	f	0	-1	0	0	\N	\N	\N
18	char	11	10	1	t	b	Z	f	t	,	0	0	0	1002	1245	33	2434	2435	0	0	0	c	p	f	0	-1	0	0	\N	\N	\N
19	name	11	10	64	f	b	S	f	t	,	0	6180	18	1003	34	35	2422	2423	0	0	0	c	p	f	0	-1	0	950	\N	\N	\N
20	int8	11	10	8	t	b	N	f	t	,	0	0	0	1016	460	461	2408	2409	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
21	int2	11	10	2	t	b	N	f	t	,	0	0	0	1005	38	39	2404	2405	0	0	0	s	p	f	0	-1	0	0	\N	\N	\N
22	int2vector	11	10	-1	f	b	A	f	t	,	0	6179	21	1006	40	41	2410	2411	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
23	int4	11	10	4	t	b	N	f	t	,	0	0	0	1007	42	43	2406	2407	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
24	regproc	11	10	4	t	b	N	f	t	,	0	0	0	1008	44	45	2444	2445	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
25	text	11	10	-1	f	b	S	t	t	,	0	0	0	1009	46	47	2414	2415	0	0	0	i	x	f	0	-1	0	100	\N	\N	\N
26	oid	11	10	4	t	b	N	t	t	,	0	0	0	1028	1798	1799	2418	2419	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
30	oidvector	11	10	-1	f	b	A	f	t	,	0	6179	26	1013	54	55	2420	2421	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
114	json	11	10	-1	f	b	U	f	t	,	0	0	0	199	321	322	323	324	0	0	0	i	x	f	0	-1	0	0	\N	\N	\N
199	_json	11	10	-1	f	b	A	f	t	,	0	6179	114	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
700	float4	11	10	4	t	b	N	f	t	,	0	0	0	1021	200	201	2424	2425	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
701	float8	11	10	8	t	b	N	t	t	,	0	0	0	1022	214	215	2426	2427	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
705	unknown	11	10	-2	f	p	X	f	t	,	0	0	0	0	109	110	2416	2417	0	0	0	c	p	f	0	-1	0	0	\N	\N	\N
1000	_bool	11	10	-1	f	b	A	f	t	,	0	6179	16	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1001	_bytea	11	10	-1	f	b	A	f	t	,	0	6179	17	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1002	_char	11	10	-1	f	b	A	f	t	,	0	6179	18	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1003	_name	11	10	-1	f	b	A	f	t	,	0	6179	19	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	950	\N	\N	\N
1005	_int2	11	10	-1	f	b	A	f	t	,	0	6179	21	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1007	_int4	11	10	-1	f	b	A	f	t	,	0	6179	23	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1008	_regproc	11	10	-1	f	b	A	f	t	,	0	6179	24	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1009	_text	11	10	-1	f	b	A	f	t	,	0	6179	25	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	100	\N	\N	\N
1014	_bpchar	11	10	-1	f	b	A	f	t	,	0	6179	1042	0	750	751	2400	2401	2913	2914	3816	i	x	f	0	-1	0	100	\N	\N	\N
1015	_varchar	11	10	-1	f	b	A	f	t	,	0	6179	1043	0	750	751	2400	2401	2915	2916	3816	i	x	f	0	-1	0	100	\N	\N	\N
1016	_int8	11	10	-1	f	b	A	f	t	,	0	6179	20	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
1021	_float4	11	10	-1	f	b	A	f	t	,	0	6179	700	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1022	_float8	11	10	-1	f	b	A	f	t	,	0	6179	701	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
1028	_oid	11	10	-1	f	b	A	f	t	,	0	6179	26	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1042	bpchar	11	10	-1	f	b	S	f	t	,	0	0	0	1014	1044	1045	2430	2431	2913	2914	0	i	x	f	0	-1	0	100	\N	\N	\N
1043	varchar	11	10	-1	f	b	S	f	t	,	0	0	0	1015	1046	1047	2432	2433	2915	2916	0	i	x	f	0	-1	0	100	\N	\N	\N
1082	date	11	10	4	t	b	D	f	t	,	0	0	0	1182	1084	1085	2468	2469	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
1083	time	11	10	8	t	b	D	f	t	,	0	0	0	1183	1143	1144	2470	2471	2909	2910	0	d	p	f	0	-1	0	0	\N	\N	\N
1114	timestamp	11	10	8	t	b	D	f	t	,	0	0	0	1115	1312	1313	2474	2475	2905	2906	0	d	p	f	0	-1	0	0	\N	\N	\N
1115	_timestamp	11	10	-1	f	b	A	f	t	,	0	6179	1114	0	750	751	2400	2401	2905	2906	3816	d	x	f	0	-1	0	0	\N	\N	\N
1182	_date	11	10	-1	f	b	A	f	t	,	0	6179	1082	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1183	_time	11	10	-1	f	b	A	f	t	,	0	6179	1083	0	750	751	2400	2401	2909	2910	3816	d	x	f	0	-1	0	0	\N	\N	\N
1184	timestamptz	11	10	8	t	b	D	t	t	,	0	0	0	1185	1150	1151	2476	2477	2907	2908	0	d	p	f	0	-1	0	0	\N	\N	\N
1185	_timestamptz	11	10	-1	f	b	A	f	t	,	0	6179	1184	0	750	751	2400	2401	2907	2908	3816	d	x	f	0	-1	0	0	\N	\N	\N
1186	interval	11	10	16	f	b	T	t	t	,	0	0	0	1187	1160	1161	2478	2479	2903	2904	0	d	p	f	0	-1	0	0	\N	\N	\N
1187	_interval	11	10	-1	f	b	A	f	t	,	0	6179	1186	0	750	751	2400	2401	2903	2904	3816	d	x	f	0	-1	0	0	\N	\N	\N
1231	_numeric	11	10	-1	f	b	A	f	t	,	0	6179	1700	0	750	751	2400	2401	2917	2918	3816	i	x	f	0	-1	0	0	\N	\N	\N
1700	numeric	11	10	-1	f	b	N	f	t	,	0	0	0	1231	1701	1702	2460	2461	2917	2918	0	i	m	f	0	-1	0	0	\N	\N	\N
2205	regclass	11	10	4	t	b	N	f	t	,	0	0	0	2210	2218	2219	2452	2453	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2206	regtype	11	10	4	t	b	N	f	t	,	0	0	0	2211	2220	2221	2454	2455	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2210	_regclass	11	10	-1	f	b	A	f	t	,	0	6179	2205	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
2211	_regtype	11	10	-1	f	b	A	f	t	,	0	6179	2206	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
2249	record	11	10	-1	f	p	P	f	t	,	0	0	0	2287	2290	2291	2402	2403	0	0	0	d	x	f	0	-1	0	0	\N	\N	\N
2276	any	11	10	4	t	p	P	f	t	,	0	0	0	0	2294	2295	0	0	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2277	anyarray	11	10	-1	f	p	P	f	t	,	0	0	0	0	2296	2297	2502	2503	0	0	0	d	x	f	0	-1	0	0	\N	\N	\N
2278	void	11	10	4	t	p	P	f	t	,	0	0	0	0	2298	2299	3120	3121	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2283	anyelement	11	10	4	t	p	P	f	t	,	0	0	0	0	2312	2313	0	0	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2287	_record	11	10	-1	f	p	P	f	t	,	0	6179	2249	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
2776	anynonarray	11	10	4	t	p	P	f	t	,	0	0	0	0	2777	2778	0	0	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2950	uuid	11	10	16	f	b	U	f	t	,	0	0	0	2951	2952	2953	2961	2962	0	0	0	c	p	f	0	-1	0	0	\N	\N	\N
2951	_uuid	11	10	-1	f	b	A	f	t	,	0	6179	2950	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
3802	jsonb	11	10	-1	f	b	U	f	t	,	0	6098	0	3807	3806	3804	3805	3803	0	0	0	i	x	f	0	-1	0	0	\N	\N	\N
3807	_jsonb	11	10	-1	f	b	A	f	t	,	0	6179	3802	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
4089	regnamespace	11	10	4	t	b	N	f	t	,	0	0	0	4090	4084	4085	4087	4088	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
4096	regrole	11	10	4	t	b	N	f	t	,	0	0	0	4097	4098	4092	4094	4095	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
5077	anycompatible	11	10	4	t	p	P	f	t	,	0	0	0	0	5086	5087	0	0	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
5078	anycompatiblearray	11	10	-1	f	p	P	f	t	,	0	0	0	0	5088	5089	5090	5091	0	0	0	d	x	f	0	-1	0	0	\N	\N	\N
""",
    "pg_proc": r"""
3	heap_tableam_handler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	269	2281	\N	\N	\N	\N	\N	heap_tableam_handler	\N	\N	\N	\N
31	byteaout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	17	\N	\N	\N	\N	\N	byteaout	\N	\N	\N	\N
33	charout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	18	\N	\N	\N	\N	\N	charout	\N	\N	\N	\N
34	namein	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	19	2275	\N	\N	\N	\N	\N	namein	\N	\N	\N	\N
35	nameout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	19	\N	\N	\N	\N	\N	nameout	\N	\N	\N	\N
38	int2in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	2275	\N	\N	\N	\N	\N	int2in	\N	\N	\N	\N
39	int2out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	21	\N	\N	\N	\N	\N	int2out	\N	\N	\N	\N
40	int2vectorin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	22	2275	\N	\N	\N	\N	\N	int2vectorin	\N	\N	\N	\N
41	int2vectorout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	22	\N	\N	\N	\N	\N	int2vectorout	\N	\N	\N	\N
42	int4in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	2275	\N	\N	\N	\N	\N	int4in	\N	\N	\N	\N
43	int4out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	int4out	\N	\N	\N	\N
44	regprocin	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	24	2275	\N	\N	\N	\N	\N	regprocin	\N	\N	\N	\N
45	regprocout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	24	\N	\N	\N	\N	\N	regprocout	\N	\N	\N	\N
46	textin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	2275	\N	\N	\N	\N	\N	textin	\N	\N	\N	\N
47	textout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	25	\N	\N	\N	\N	\N	textout	\N	\N	\N	\N
54	oidvectorin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	30	2275	\N	\N	\N	\N	\N	oidvectorin	\N	\N	\N	\N
55	oidvectorout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	30	\N	\N	\N	\N	\N	oidvectorout	\N	\N	\N	\N
109	unknownin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	705	2275	\N	\N	\N	\N	\N	unknownin	\N	\N	\N	\N
110	unknownout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	705	\N	\N	\N	\N	\N	unknownout	\N	\N	\N	\N
200	float4in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	700	2275	\N	\N	\N	\N	\N	float4in	\N	\N	\N	\N
201	float4out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	700	\N	\N	\N	\N	\N	float4out	\N	\N	\N	\N
214	float8in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	2275	\N	\N	\N	\N	\N	float8in	\N	\N	\N	\N
215	float8out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	701	\N	\N	\N	\N	\N	float8out	\N	\N	\N	\N
321	json_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	114	2275	\N	\N	\N	\N	\N	json_in	\N	\N	\N	\N
322	json_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	114	\N	\N	\N	\N	\N	json_out	\N	\N	\N	\N
323	json_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	114	2281	\N	\N	\N	\N	\N	json_recv	\N	\N	\N	\N
324	json_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	114	\N	\N	\N	\N	\N	json_send	\N	\N	\N	\N
330	bthandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	bthandler	\N	\N	\N	\N
331	hashhandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	hashhandler	\N	\N	\N	\N
332	gisthandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	gisthandler	\N	\N	\N	\N
333	ginhandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	ginhandler	\N	\N	\N	\N
334	spghandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	spghandler	\N	\N	\N	\N
335	brinhandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	brinhandler	\N	\N	\N	\N
460	int8in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	2275	\N	\N	\N	\N	\N	int8in	\N	\N	\N	\N
461	int8out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	20	\N	\N	\N	\N	\N	int8out	\N	\N	\N	\N
750	array_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	2277	2275 26 23	\N	\N	\N	\N	\N	array_in	\N	\N	\N	\N
751	array_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2277	\N	\N	\N	\N	\N	array_out	\N	\N	\N	\N
1044	bpcharin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1042	2275 26 23	\N	\N	\N	\N	\N	bpcharin	\N	\N	\N	\N
1045	bpcharout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1042	\N	\N	\N	\N	\N	bpcharout	\N	\N	\N	\N
1046	varcharin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1043	2275 26 23	\N	\N	\N	\N	\N	varcharin	\N	\N	\N	\N
1047	varcharout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1043	\N	\N	\N	\N	\N	varcharout	\N	\N	\N	\N
1084	date_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	1082	2275	\N	\N	\N	\N	\N	date_in	\N	\N	\N	\N
1085	date_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	1082	\N	\N	\N	\N	\N	date_out	\N	\N	\N	\N
1143	time_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1083	2275 26 23	\N	\N	\N	\N	\N	time_in	\N	\N	\N	\N
1144	time_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1083	\N	\N	\N	\N	\N	time_out	\N	\N	\N	\N
1150	timestamptz_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1184	2275 26 23	\N	\N	\N	\N	\N	timestamptz_in	\N	\N	\N	\N
1151	timestamptz_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	1184	\N	\N	\N	\N	\N	timestamptz_out	\N	\N	\N	\N
1160	interval_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1186	2275 26 23	\N	\N	\N	\N	\N	interval_in	\N	\N	\N	\N
1161	interval_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	1186	\N	\N	\N	\N	\N	interval_out	\N	\N	\N	\N
1242	boolin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	2275	\N	\N	\N	\N	\N	boolin	\N	\N	\N	\N
1243	boolout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	16	\N	\N	\N	\N	\N	boolout	\N	\N	\N	\N
1244	byteain	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2275	\N	\N	\N	\N	\N	byteain	\N	\N	\N	\N
1245	charin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	18	2275	\N	\N	\N	\N	\N	charin	\N	\N	\N	\N
1312	timestamp_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1114	2275 26 23	\N	\N	\N	\N	\N	timestamp_in	\N	\N	\N	\N
1313	timestamp_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	1114	\N	\N	\N	\N	\N	timestamp_out	\N	\N	\N	\N
1701	numeric_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1700	2275 26 23	\N	\N	\N	\N	\N	numeric_in	\N	\N	\N	\N
1702	numeric_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1700	\N	\N	\N	\N	\N	numeric_out	\N	\N	\N	\N
1798	oidin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	26	2275	\N	\N	\N	\N	\N	oidin	\N	\N	\N	\N
1799	oidout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	26	\N	\N	\N	\N	\N	oidout	\N	\N	\N	\N
2218	regclassin	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2205	2275	\N	\N	\N	\N	\N	regclassin	\N	\N	\N	\N
2219	regclassout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2205	\N	\N	\N	\N	\N	regclassout	\N	\N	\N	\N
2220	regtypein	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2206	2275	\N	\N	\N	\N	\N	regtypein	\N	\N	\N	\N
2221	regtypeout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2206	\N	\N	\N	\N	\N	regtypeout	\N	\N	\N	\N
2290	record_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	2249	2275 26 23	\N	\N	\N	\N	\N	record_in	\N	\N	\N	\N
2291	record_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2249	\N	\N	\N	\N	\N	record_out	\N	\N	\N	\N
2298	void_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2278	2275	\N	\N	\N	\N	\N	void_in	\N	\N	\N	\N
2299	void_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2278	\N	\N	\N	\N	\N	void_out	\N	\N	\N	\N
2400	array_recv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	2277	2281 26 23	\N	\N	\N	\N	\N	array_recv	\N	\N	\N	\N
2401	array_send	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	2277	\N	\N	\N	\N	\N	array_send	\N	\N	\N	\N
2402	record_recv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	2249	2281 26 23	\N	\N	\N	\N	\N	record_recv	\N	\N	\N	\N
2403	record_send	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	2249	\N	\N	\N	\N	\N	record_send	\N	\N	\N	\N
2404	int2recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	2281	\N	\N	\N	\N	\N	int2recv	\N	\N	\N	\N
2405	int2send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	21	\N	\N	\N	\N	\N	int2send	\N	\N	\N	\N
2406	int4recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	2281	\N	\N	\N	\N	\N	int4recv	\N	\N	\N	\N
2407	int4send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	23	\N	\N	\N	\N	\N	int4send	\N	\N	\N	\N
2408	int8recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	2281	\N	\N	\N	\N	\N	int8recv	\N	\N	\N	\N
2409	int8send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	20	\N	\N	\N	\N	\N	int8send	\N	\N	\N	\N
2410	int2vectorrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	22	2281	\N	\N	\N	\N	\N	int2vectorrecv	\N	\N	\N	\N
2411	int2vectorsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	22	\N	\N	\N	\N	\N	int2vectorsend	\N	\N	\N	\N
2412	bytearecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2281	\N	\N	\N	\N	\N	bytearecv	\N	\N	\N	\N
2413	byteasend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	17	\N	\N	\N	\N	\N	byteasend	\N	\N	\N	\N
2414	textrecv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	2281	\N	\N	\N	\N	\N	textrecv	\N	\N	\N	\N
2415	textsend	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	25	\N	\N	\N	\N	\N	textsend	\N	\N	\N	\N
2416	unknownrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	705	2281	\N	\N	\N	\N	\N	unknownrecv	\N	\N	\N	\N
2417	unknownsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	705	\N	\N	\N	\N	\N	unknownsend	\N	\N	\N	\N
2418	oidrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	26	2281	\N	\N	\N	\N	\N	oidrecv	\N	\N	\N	\N
2419	oidsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	26	\N	\N	\N	\N	\N	oidsend	\N	\N	\N	\N
2420	oidvectorrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	30	2281	\N	\N	\N	\N	\N	oidvectorrecv	\N	\N	\N	\N
2421	oidvectorsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	30	\N	\N	\N	\N	\N	oidvectorsend	\N	\N	\N	\N
2422	namerecv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	19	2281	\N	\N	\N	\N	\N	namerecv	\N	\N	\N	\N
2423	namesend	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	19	\N	\N	\N	\N	\N	namesend	\N	\N	\N	\N
2424	float4recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	700	2281	\N	\N	\N	\N	\N	float4recv	\N	\N	\N	\N
2425	float4send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	700	\N	\N	\N	\N	\N	float4send	\N	\N	\N	\N
2426	float8recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	2281	\N	\N	\N	\N	\N	float8recv	\N	\N	\N	\N
2427	float8send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	701	\N	\N	\N	\N	\N	float8send	\N	\N	\N	\N
2430	bpcharrecv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1042	2281 26 23	\N	\N	\N	\N	\N	bpcharrecv	\N	\N	\N	\N
2431	bpcharsend	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	1042	\N	\N	\N	\N	\N	bpcharsend	\N	\N	\N	\N
2432	varcharrecv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1043	2281 26 23	\N	\N	\N	\N	\N	varcharrecv	\N	\N	\N	\N
2433	varcharsend	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	1043	\N	\N	\N	\N	\N	varcharsend	\N	\N	\N	\N
2434	charrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	18	2281	\N	\N	\N	\N	\N	charrecv	\N	\N	\N	\N
2435	charsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	18	\N	\N	\N	\N	\N	charsend	\N	\N	\N	\N
2436	boolrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	2281	\N	\N	\N	\N	\N	boolrecv	\N	\N	\N	\N
2437	boolsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	16	\N	\N	\N	\N	\N	boolsend	\N	\N	\N	\N
2444	regprocrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	24	2281	\N	\N	\N	\N	\N	regprocrecv	\N	\N	\N	\N
2445	regprocsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	24	\N	\N	\N	\N	\N	regprocsend	\N	\N	\N	\N
2452	regclassrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2205	2281	\N	\N	\N	\N	\N	regclassrecv	\N	\N	\N	\N
2453	regclasssend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2205	\N	\N	\N	\N	\N	regclasssend	\N	\N	\N	\N
2454	regtyperecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2206	2281	\N	\N	\N	\N	\N	regtyperecv	\N	\N	\N	\N
2455	regtypesend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2206	\N	\N	\N	\N	\N	regtypesend	\N	\N	\N	\N
2460	numeric_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1700	2281 26 23	\N	\N	\N	\N	\N	numeric_recv	\N	\N	\N	\N
2461	numeric_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1700	\N	\N	\N	\N	\N	numeric_send	\N	\N	\N	\N
2468	date_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1082	2281	\N	\N	\N	\N	\N	date_recv	\N	\N	\N	\N
2469	date_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1082	\N	\N	\N	\N	\N	date_send	\N	\N	\N	\N
2470	time_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1083	2281 26 23	\N	\N	\N	\N	\N	time_recv	\N	\N	\N	\N
2471	time_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1083	\N	\N	\N	\N	\N	time_send	\N	\N	\N	\N
2474	timestamp_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1114	2281 26 23	\N	\N	\N	\N	\N	timestamp_recv	\N	\N	\N	\N
2475	timestamp_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1114	\N	\N	\N	\N	\N	timestamp_send	\N	\N	\N	\N
2476	timestamptz_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1184	2281 26 23	\N	\N	\N	\N	\N	timestamptz_recv	\N	\N	\N	\N
2477	timestamptz_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1184	\N	\N	\N	\N	\N	timestamptz_send	\N	\N	\N	\N
2478	interval_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1186	2281 26 23	\N	\N	\N	\N	\N	interval_recv	\N	\N	\N	\N
2479	interval_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1186	\N	\N	\N	\N	\N	interval_send	\N	\N	\N	\N
2903	intervaltypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	intervaltypmodin	\N	\N	\N	\N
2904	intervaltypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	intervaltypmodout	\N	\N	\N	\N
2905	timestamptypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	timestamptypmodin	\N	\N	\N	\N
2906	timestamptypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	timestamptypmodout	\N	\N	\N	\N
2907	timestamptztypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	timestamptztypmodin	\N	\N	\N	\N
2908	timestamptztypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	timestamptztypmodout	\N	\N	\N	\N
2909	timetypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	timetypmodin	\N	\N	\N	\N
2910	timetypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	timetypmodout	\N	\N	\N	\N
2913	bpchartypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	bpchartypmodin	\N	\N	\N	\N
2914	bpchartypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	bpchartypmodout	\N	\N	\N	\N
2915	varchartypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	varchartypmodin	\N	\N	\N	\N
2916	varchartypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	varchartypmodout	\N	\N	\N	\N
2917	numerictypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	numerictypmodin	\N	\N	\N	\N
2918	numerictypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	numerictypmodout	\N	\N	\N	\N
2952	uuid_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2950	2275	\N	\N	\N	\N	\N	uuid_in	\N	\N	\N	\N
2953	uuid_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2950	\N	\N	\N	\N	\N	uuid_out	\N	\N	\N	\N
2961	uuid_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2950	2281	\N	\N	\N	\N	\N	uuid_recv	\N	\N	\N	\N
2962	uuid_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2950	\N	\N	\N	\N	\N	uuid_send	\N	\N	\N	\N
3120	void_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2278	2281	\N	\N	\N	\N	\N	void_recv	\N	\N	\N	\N
3121	void_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2278	\N	\N	\N	\N	\N	void_send	\N	\N	\N	\N
3803	jsonb_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	3802	\N	\N	\N	\N	\N	jsonb_send	\N	\N	\N	\N
3804	jsonb_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	3802	\N	\N	\N	\N	\N	jsonb_out	\N	\N	\N	\N
3805	jsonb_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3802	2281	\N	\N	\N	\N	\N	jsonb_recv	\N	\N	\N	\N
3806	jsonb_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3802	2275	\N	\N	\N	\N	\N	jsonb_in	\N	\N	\N	\N
3816	array_typanalyze	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	16	2281	\N	\N	\N	\N	\N	array_typanalyze	\N	\N	\N	\N
4084	regnamespacein	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	4089	2275	\N	\N	\N	\N	\N	regnamespacein	\N	\N	\N	\N
4085	regnamespaceout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	4089	\N	\N	\N	\N	\N	regnamespaceout	\N	\N	\N	\N
4087	regnamespacerecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	4089	2281	\N	\N	\N	\N	\N	regnamespacerecv	\N	\N	\N	\N
4088	regnamespacesend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	4089	\N	\N	\N	\N	\N	regnamespacesend	\N	\N	\N	\N
4092	regroleout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	4096	\N	\N	\N	\N	\N	regroleout	\N	\N	\N	\N
4094	regrolerecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	4096	2281	\N	\N	\N	\N	\N	regrolerecv	\N	\N	\N	\N
4095	regrolesend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	4096	\N	\N	\N	\N	\N	regrolesend	\N	\N	\N	\N
4098	regrolein	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	4096	2275	\N	\N	\N	\N	\N	regrolein	\N	\N	\N	\N
6098	jsonb_subscript_handler	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2281	2281	\N	\N	\N	\N	\N	jsonb_subscript_handler	\N	\N	\N	\N
6179	array_subscript_handler	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2281	2281	\N	\N	\N	\N	\N	array_subscript_handler	\N	\N	\N	\N
6180	raw_array_subscript_handler	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2281	2281	\N	\N	\N	\N	\N	raw_array_subscript_handler	\N	\N	\N	\N
""",
    "pg_am": r"""
2	heap	3	t
403	btree	330	i
""",
    "pg_collation": r"""
100	default	11	10	d	t	-1	\N	\N	\N	\N
950	C	11	10	c	t	-1	C	C	\N	\N
951	POSIX	11	10	c	t	-1	POSIX	POSIX	\N	\N
""",
    "pg_tablespace": r"""
1663	pg_default	10	\N	\N
1664	pg_global	10	\N	\N
""",
}
