"""Facts of PostgreSQL 15's catalog. Written by tests/tools/catalog_facts.py; do not edit."""

# ruff: noqa: E501

from __future__ import annotations

from typing import Final

#: schema.relation, oid, relkind, and columns as name:type, with ! where never NULL.
RELATIONS: Final = r"""
pg_catalog.pg_aggregate 2600 r aggfnoid:regproc! aggkind:char! aggnumdirectargs:int2! aggtransfn:regproc! aggfinalfn:regproc! aggcombinefn:regproc! aggserialfn:regproc! aggdeserialfn:regproc! aggmtransfn:regproc! aggminvtransfn:regproc! aggmfinalfn:regproc! aggfinalextra:bool! aggmfinalextra:bool! aggfinalmodify:char! aggmfinalmodify:char! aggsortop:oid! aggtranstype:oid! aggtransspace:int4! aggmtranstype:oid! aggmtransspace:int4! agginitval:text aggminitval:text
pg_catalog.pg_am 2601 r oid:oid! amname:name! amhandler:regproc! amtype:char!
pg_catalog.pg_amop 2602 r oid:oid! amopfamily:oid! amoplefttype:oid! amoprighttype:oid! amopstrategy:int2! amoppurpose:char! amopopr:oid! amopmethod:oid! amopsortfamily:oid!
pg_catalog.pg_amproc 2603 r oid:oid! amprocfamily:oid! amproclefttype:oid! amprocrighttype:oid! amprocnum:int2! amproc:regproc!
pg_catalog.pg_attrdef 2604 r oid:oid! adrelid:oid! adnum:int2! adbin:text!
pg_catalog.pg_attribute 1249 r attrelid:oid! attname:name! atttypid:oid! attstattarget:int4! attlen:int2! attnum:int2! attndims:int4! attcacheoff:int4! atttypmod:int4! attbyval:bool! attalign:char! attstorage:char! attcompression:char! attnotnull:bool! atthasdef:bool! atthasmissing:bool! attidentity:char! attgenerated:char! attisdropped:bool! attislocal:bool! attinhcount:int4! attcollation:oid! attacl:_aclitem attoptions:_text attfdwoptions:_text attmissingval:_text
pg_catalog.pg_auth_members 1261 r roleid:oid! member:oid! grantor:oid! admin_option:bool!
pg_catalog.pg_authid 1260 r oid:oid! rolname:name! rolsuper:bool! rolinherit:bool! rolcreaterole:bool! rolcreatedb:bool! rolcanlogin:bool! rolreplication:bool! rolbypassrls:bool! rolconnlimit:int4! rolpassword:text rolvaliduntil:timestamptz
pg_catalog.pg_available_extension_versions 12085 v name:name version:text installed:bool superuser:bool trusted:bool relocatable:bool schema:name requires:_name comment:text
pg_catalog.pg_available_extensions 12081 v name:name default_version:text installed_version:text comment:text
pg_catalog.pg_cast 2605 r oid:oid! castsource:oid! casttarget:oid! castfunc:oid! castcontext:char! castmethod:char!
pg_catalog.pg_class 1259 r oid:oid! relname:name! relnamespace:oid! reltype:oid! reloftype:oid! relowner:oid! relam:oid! relfilenode:oid! reltablespace:oid! relpages:int4! reltuples:float4! relallvisible:int4! reltoastrelid:oid! relhasindex:bool! relisshared:bool! relpersistence:char! relkind:char! relnatts:int2! relchecks:int2! relhasrules:bool! relhastriggers:bool! relhassubclass:bool! relrowsecurity:bool! relforcerowsecurity:bool! relispopulated:bool! relreplident:char! relispartition:bool! relrewrite:oid! relfrozenxid:int8! relminmxid:int8! relacl:_aclitem reloptions:_text relpartbound:text
pg_catalog.pg_collation 3456 r oid:oid! collname:name! collnamespace:oid! collowner:oid! collprovider:char! collisdeterministic:bool! collencoding:int4! collcollate:text collctype:text colliculocale:text collversion:text
pg_catalog.pg_constraint 2606 r oid:oid! conname:name! connamespace:oid! contype:char! condeferrable:bool! condeferred:bool! convalidated:bool! conrelid:oid! contypid:oid! conindid:oid! conparentid:oid! confrelid:oid! confupdtype:char! confdeltype:char! confmatchtype:char! conislocal:bool! coninhcount:int4! connoinherit:bool! conkey:_int2 confkey:_int2 conpfeqop:_oid conppeqop:_oid conffeqop:_oid confdelsetcols:_int2 conexclop:_oid conbin:text
pg_catalog.pg_conversion 2607 r oid:oid! conname:name! connamespace:oid! conowner:oid! conforencoding:int4! contoencoding:int4! conproc:regproc! condefault:bool!
pg_catalog.pg_cursors 12077 v name:text statement:text is_holdable:bool is_binary:bool is_scrollable:bool creation_time:timestamptz
pg_catalog.pg_database 1262 r oid:oid! datname:name! datdba:oid! encoding:int4! datlocprovider:char! datistemplate:bool! datallowconn:bool! datconnlimit:int4! datfrozenxid:int8! datminmxid:int8! dattablespace:oid! datcollate:text! datctype:text! daticulocale:text datcollversion:text datacl:_aclitem
pg_catalog.pg_db_role_setting 2964 r setdatabase:oid! setrole:oid! setconfig:_text
pg_catalog.pg_default_acl 826 r oid:oid! defaclrole:oid! defaclnamespace:oid! defaclobjtype:char! defaclacl:_aclitem!
pg_catalog.pg_depend 2608 r classid:oid! objid:oid! objsubid:int4! refclassid:oid! refobjid:oid! refobjsubid:int4! deptype:char!
pg_catalog.pg_description 2609 r objoid:oid! classoid:oid! objsubid:int4! description:text!
pg_catalog.pg_enum 3501 r oid:oid! enumtypid:oid! enumsortorder:float4! enumlabel:name!
pg_catalog.pg_event_trigger 3466 r oid:oid! evtname:name! evtevent:name! evtowner:oid! evtfoid:oid! evtenabled:char! evttags:_text
pg_catalog.pg_extension 3079 r oid:oid! extname:name! extowner:oid! extnamespace:oid! extrelocatable:bool! extversion:text! extconfig:_oid extcondition:_text
pg_catalog.pg_foreign_data_wrapper 2328 r oid:oid! fdwname:name! fdwowner:oid! fdwhandler:oid! fdwvalidator:oid! fdwacl:_aclitem fdwoptions:_text
pg_catalog.pg_foreign_server 1417 r oid:oid! srvname:name! srvowner:oid! srvfdw:oid! srvtype:text srvversion:text srvacl:_aclitem srvoptions:_text
pg_catalog.pg_foreign_table 3118 r ftrelid:oid! ftserver:oid! ftoptions:_text
pg_catalog.pg_index 2610 r indexrelid:oid! indrelid:oid! indnatts:int2! indnkeyatts:int2! indisunique:bool! indnullsnotdistinct:bool! indisprimary:bool! indisexclusion:bool! indimmediate:bool! indisclustered:bool! indisvalid:bool! indcheckxmin:bool! indisready:bool! indislive:bool! indisreplident:bool! indkey:int2vector! indcollation:oidvector! indclass:oidvector! indoption:int2vector! indexprs:text indpred:text
pg_catalog.pg_indexes 12043 v schemaname:name tablename:name indexname:name tablespace:name indexdef:text
pg_catalog.pg_inherits 2611 r inhrelid:oid! inhparent:oid! inhseqno:int4! inhdetachpending:bool!
pg_catalog.pg_init_privs 3394 r objoid:oid! classoid:oid! objsubid:int4! privtype:char! initprivs:_aclitem!
pg_catalog.pg_language 2612 r oid:oid! lanname:name! lanowner:oid! lanispl:bool! lanpltrusted:bool! lanplcallfoid:oid! laninline:oid! lanvalidator:oid! lanacl:_aclitem
pg_catalog.pg_largeobject_metadata 2995 r oid:oid! lomowner:oid! lomacl:_aclitem
pg_catalog.pg_locks 12073 v locktype:text database:oid relation:oid page:int4 tuple:int2 virtualxid:text transactionid:int8 classid:oid objid:oid objsubid:int2 virtualtransaction:text pid:int4 mode:text granted:bool fastpath:bool waitstart:timestamptz
pg_catalog.pg_matviews 12038 v schemaname:name matviewname:name matviewowner:name tablespace:name hasindexes:bool ispopulated:bool definition:text
pg_catalog.pg_namespace 2615 r oid:oid! nspname:name! nspowner:oid! nspacl:_aclitem
pg_catalog.pg_opclass 2616 r oid:oid! opcmethod:oid! opcname:name! opcnamespace:oid! opcowner:oid! opcfamily:oid! opcintype:oid! opcdefault:bool! opckeytype:oid!
pg_catalog.pg_operator 2617 r oid:oid! oprname:name! oprnamespace:oid! oprowner:oid! oprkind:char! oprcanmerge:bool! oprcanhash:bool! oprleft:oid! oprright:oid! oprresult:oid! oprcom:oid! oprnegate:oid! oprcode:regproc! oprrest:regproc! oprjoin:regproc!
pg_catalog.pg_opfamily 2753 r oid:oid! opfmethod:oid! opfname:name! opfnamespace:oid! opfowner:oid!
pg_catalog.pg_parameter_acl 6243 r oid:oid! parname:text! paracl:_aclitem
pg_catalog.pg_partitioned_table 3350 r partrelid:oid! partstrat:char! partnatts:int2! partdefid:oid! partattrs:int2vector! partclass:oidvector! partcollation:oidvector! partexprs:text
pg_catalog.pg_policies 12018 v schemaname:name tablename:name policyname:name permissive:text roles:_name cmd:text qual:text with_check:text
pg_catalog.pg_policy 3256 r oid:oid! polname:name! polrelid:oid! polcmd:char! polpermissive:bool! polroles:_oid! polqual:text polwithcheck:text
pg_catalog.pg_prepared_statements 12095 v name:text statement:text prepare_time:timestamptz parameter_types:_regtype from_sql:bool generic_plans:int8 custom_plans:int8
pg_catalog.pg_prepared_xacts 12090 v transaction:int8 gid:text prepared:timestamptz owner:name database:name
pg_catalog.pg_proc 1255 r oid:oid! proname:name! pronamespace:oid! proowner:oid! prolang:oid! procost:float4! prorows:float4! provariadic:oid! prosupport:regproc! prokind:char! prosecdef:bool! proleakproof:bool! proisstrict:bool! proretset:bool! provolatile:char! proparallel:char! pronargs:int2! pronargdefaults:int2! prorettype:oid! proargtypes:oidvector! proallargtypes:_oid proargmodes:_char proargnames:_text proargdefaults:text protrftypes:_oid prosrc:text! probin:text prosqlbody:text proconfig:_text proacl:_aclitem
pg_catalog.pg_publication 6104 r oid:oid! pubname:name! pubowner:oid! puballtables:bool! pubinsert:bool! pubupdate:bool! pubdelete:bool! pubtruncate:bool! pubviaroot:bool!
pg_catalog.pg_publication_namespace 6237 r oid:oid! pnpubid:oid! pnnspid:oid!
pg_catalog.pg_publication_rel 6106 r oid:oid! prpubid:oid! prrelid:oid! prqual:text prattrs:int2vector
pg_catalog.pg_publication_tables 12068 v pubname:name schemaname:name tablename:name attnames:_name rowfilter:text
pg_catalog.pg_range 3541 r rngtypid:oid! rngsubtype:oid! rngmultitypid:oid! rngcollation:oid! rngsubopc:oid! rngcanonical:regproc! rngsubdiff:regproc!
pg_catalog.pg_replication_slots 12257 v slot_name:name plugin:name slot_type:text datoid:oid database:name temporary:bool active:bool active_pid:int4 xmin:int8 catalog_xmin:int8 restart_lsn:text confirmed_flush_lsn:text wal_status:text safe_wal_size:int8 two_phase:bool
pg_catalog.pg_rewrite 2618 r oid:oid! rulename:name! ev_class:oid! ev_type:char! ev_enabled:char! is_instead:bool! ev_qual:text! ev_action:text!
pg_catalog.pg_roles 12000 v rolname:name rolsuper:bool rolinherit:bool rolcreaterole:bool rolcreatedb:bool rolcanlogin:bool rolreplication:bool rolconnlimit:int4 rolpassword:text rolvaliduntil:timestamptz rolbypassrls:bool rolconfig:_text oid:oid
pg_catalog.pg_rules 12023 v schemaname:name tablename:name rulename:name definition:text
pg_catalog.pg_seclabel 3596 r objoid:oid! classoid:oid! objsubid:int4! provider:text! label:text!
pg_catalog.pg_seclabels 12099 v objoid:oid classoid:oid objsubid:int4 objtype:text objnamespace:oid objname:text provider:text label:text
pg_catalog.pg_sequence 2224 r seqrelid:oid! seqtypid:oid! seqstart:int8! seqincrement:int8! seqmax:int8! seqmin:int8! seqcache:int8! seqcycle:bool!
pg_catalog.pg_sequences 12048 v schemaname:name sequencename:name sequenceowner:name data_type:regtype start_value:int8 min_value:int8 max_value:int8 increment_by:int8 cycle:bool cache_size:int8 last_value:int8
pg_catalog.pg_settings 12104 v name:text setting:text unit:text category:text short_desc:text extra_desc:text context:text vartype:text source:text min_val:text max_val:text enumvals:_text boot_val:text reset_val:text sourcefile:text sourceline:int4 pending_restart:bool
pg_catalog.pg_shdepend 1214 r dbid:oid! classid:oid! objid:oid! objsubid:int4! refclassid:oid! refobjid:oid! deptype:char!
pg_catalog.pg_shdescription 2396 r objoid:oid! classoid:oid! description:text!
pg_catalog.pg_shseclabel 3592 r objoid:oid! classoid:oid! provider:text! label:text!
pg_catalog.pg_stat_activity 12222 v datid:oid datname:name pid:int4 leader_pid:int4 usesysid:oid usename:name application_name:text client_addr:text client_hostname:text client_port:int4 backend_start:timestamptz xact_start:timestamptz query_start:timestamptz state_change:timestamptz wait_event_type:text wait_event:text state:text backend_xid:int8 backend_xmin:int8 query_id:int8 query:text backend_type:text
pg_catalog.pg_stat_all_indexes 12183 v relid:oid indexrelid:oid schemaname:name relname:name indexrelname:name idx_scan:int8 idx_tup_read:int8 idx_tup_fetch:int8
pg_catalog.pg_stat_all_tables 12142 v relid:oid schemaname:name relname:name seq_scan:int8 seq_tup_read:int8 idx_scan:int8 idx_tup_fetch:int8 n_tup_ins:int8 n_tup_upd:int8 n_tup_del:int8 n_tup_hot_upd:int8 n_live_tup:int8 n_dead_tup:int8 n_mod_since_analyze:int8 n_ins_since_vacuum:int8 last_vacuum:timestamptz last_autovacuum:timestamptz last_analyze:timestamptz last_autoanalyze:timestamptz vacuum_count:int8 autovacuum_count:int8 analyze_count:int8 autoanalyze_count:int8
pg_catalog.pg_stat_database 12266 v datid:oid datname:name numbackends:int4 xact_commit:int8 xact_rollback:int8 blks_read:int8 blks_hit:int8 tup_returned:int8 tup_fetched:int8 tup_inserted:int8 tup_updated:int8 tup_deleted:int8 conflicts:int8 temp_files:int8 temp_bytes:int8 deadlocks:int8 checksum_failures:int8 checksum_last_failure:timestamptz blk_read_time:float8 blk_write_time:float8 session_time:float8 active_time:float8 idle_in_transaction_time:float8 sessions:int8 sessions_abandoned:int8 sessions_fatal:int8 sessions_killed:int8 stats_reset:timestamptz
pg_catalog.pg_stat_gssapi 12253 v pid:int4 gss_authenticated:bool principal:text encrypted:bool
pg_catalog.pg_stat_replication 12227 v pid:int4 usesysid:oid usename:name application_name:text client_addr:text client_hostname:text client_port:int4 backend_start:timestamptz backend_xmin:int8 state:text sent_lsn:text write_lsn:text flush_lsn:text replay_lsn:text write_lag:interval flush_lag:interval replay_lag:interval sync_priority:int4 sync_state:text reply_time:timestamptz
pg_catalog.pg_stat_user_indexes 12192 v relid:oid indexrelid:oid schemaname:name relname:name indexrelname:name idx_scan:int8 idx_tup_read:int8 idx_tup_fetch:int8
pg_catalog.pg_stat_user_tables 12161 v relid:oid schemaname:name relname:name seq_scan:int8 seq_tup_read:int8 idx_scan:int8 idx_tup_fetch:int8 n_tup_ins:int8 n_tup_upd:int8 n_tup_del:int8 n_tup_hot_upd:int8 n_live_tup:int8 n_dead_tup:int8 n_mod_since_analyze:int8 n_ins_since_vacuum:int8 last_vacuum:timestamptz last_autovacuum:timestamptz last_analyze:timestamptz last_autoanalyze:timestamptz vacuum_count:int8 autovacuum_count:int8 analyze_count:int8 autoanalyze_count:int8
pg_catalog.pg_statio_all_indexes 12196 v relid:oid indexrelid:oid schemaname:name relname:name indexrelname:name idx_blks_read:int8 idx_blks_hit:int8
pg_catalog.pg_statio_all_sequences 12209 v relid:oid schemaname:name relname:name blks_read:int8 blks_hit:int8
pg_catalog.pg_statio_all_tables 12170 v relid:oid schemaname:name relname:name heap_blks_read:int8 heap_blks_hit:int8 idx_blks_read:int8 idx_blks_hit:int8 toast_blks_read:int8 toast_blks_hit:int8 tidx_blks_read:int8 tidx_blks_hit:int8
pg_catalog.pg_statio_user_indexes 12205 v relid:oid indexrelid:oid schemaname:name relname:name indexrelname:name idx_blks_read:int8 idx_blks_hit:int8
pg_catalog.pg_statio_user_tables 12179 v relid:oid schemaname:name relname:name heap_blks_read:int8 heap_blks_hit:int8 idx_blks_read:int8 idx_blks_hit:int8 toast_blks_read:int8 toast_blks_hit:int8 tidx_blks_read:int8 tidx_blks_hit:int8
pg_catalog.pg_statistic_ext 3381 r oid:oid! stxrelid:oid! stxname:name! stxnamespace:oid! stxowner:oid! stxstattarget:int4! stxkeys:int2vector! stxkind:_char! stxexprs:text
pg_catalog.pg_stats 12053 v schemaname:name tablename:name attname:name inherited:bool null_frac:float4 avg_width:int4 n_distinct:float4 most_common_vals:_text most_common_freqs:_float4 histogram_bounds:_text correlation:float4 most_common_elems:_text most_common_elem_freqs:_float4 elem_count_histogram:_float4
pg_catalog.pg_subscription 6100 r oid:oid! subdbid:oid! subskiplsn:text! subname:name! subowner:oid! subenabled:bool! subbinary:bool! substream:bool! subtwophasestate:char! subdisableonerr:bool! subconninfo:text! subslotname:name subsynccommit:text! subpublications:_text!
pg_catalog.pg_tables 12033 v schemaname:name tablename:name tableowner:name tablespace:name hasindexes:bool hasrules:bool hastriggers:bool rowsecurity:bool
pg_catalog.pg_tablespace 1213 r oid:oid! spcname:name! spcowner:oid! spcacl:_aclitem spcoptions:_text
pg_catalog.pg_transform 3576 r oid:oid! trftype:oid! trflang:oid! trffromsql:regproc! trftosql:regproc!
pg_catalog.pg_trigger 2620 r oid:oid! tgrelid:oid! tgparentid:oid! tgname:name! tgfoid:oid! tgtype:int2! tgenabled:char! tgisinternal:bool! tgconstrrelid:oid! tgconstrindid:oid! tgconstraint:oid! tgdeferrable:bool! tginitdeferred:bool! tgnargs:int2! tgattr:int2vector! tgargs:bytea! tgqual:text tgoldtable:name tgnewtable:name
pg_catalog.pg_ts_config 3602 r oid:oid! cfgname:name! cfgnamespace:oid! cfgowner:oid! cfgparser:oid!
pg_catalog.pg_ts_dict 3600 r oid:oid! dictname:name! dictnamespace:oid! dictowner:oid! dicttemplate:oid! dictinitoption:text
pg_catalog.pg_ts_parser 3601 r oid:oid! prsname:name! prsnamespace:oid! prsstart:regproc! prstoken:regproc! prsend:regproc! prsheadline:regproc! prslextype:regproc!
pg_catalog.pg_ts_template 3764 r oid:oid! tmplname:name! tmplnamespace:oid! tmplinit:regproc! tmpllexize:regproc!
pg_catalog.pg_type 1247 r oid:oid! typname:name! typnamespace:oid! typowner:oid! typlen:int2! typbyval:bool! typtype:char! typcategory:char! typispreferred:bool! typisdefined:bool! typdelim:char! typrelid:oid! typsubscript:regproc! typelem:oid! typarray:oid! typinput:regproc! typoutput:regproc! typreceive:regproc! typsend:regproc! typmodin:regproc! typmodout:regproc! typanalyze:regproc! typalign:char! typstorage:char! typnotnull:bool! typbasetype:oid! typtypmod:int4! typndims:int4! typcollation:oid! typdefaultbin:text typdefault:text typacl:_aclitem
pg_catalog.pg_user 12014 v usename:name usesysid:oid usecreatedb:bool usesuper:bool userepl:bool usebypassrls:bool passwd:text valuntil:timestamptz useconfig:_text
pg_catalog.pg_user_mapping 1418 r oid:oid! umuser:oid! umserver:oid! umoptions:_text
pg_catalog.pg_user_mappings 12327 v umid:oid srvid:oid srvname:name umuser:oid usename:name umoptions:_text
pg_catalog.pg_views 12028 v schemaname:name viewname:name viewowner:name definition:text
information_schema.applicable_roles 13236 v grantee:name role_name:name is_grantable:varchar
information_schema.character_sets 13250 v character_set_catalog:name character_set_schema:name character_set_name:name character_repertoire:name form_of_use:name default_collate_catalog:name default_collate_schema:name default_collate_name:name
information_schema.check_constraints 13260 v constraint_catalog:name constraint_schema:name constraint_name:name check_clause:varchar
information_schema.collations 13265 v collation_catalog:name collation_schema:name collation_name:name pad_attribute:varchar
information_schema.column_domain_usage 13280 v domain_catalog:name domain_schema:name domain_name:name table_catalog:name table_schema:name table_name:name column_name:name
information_schema.column_privileges 13285 v grantor:name grantee:name table_catalog:name table_schema:name table_name:name column_name:name privilege_type:varchar is_grantable:varchar
information_schema.columns 13295 v table_catalog:name table_schema:name table_name:name column_name:name ordinal_position:int4 column_default:varchar is_nullable:varchar data_type:varchar character_maximum_length:int4 character_octet_length:int4 numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name domain_catalog:name domain_schema:name domain_name:name udt_catalog:name udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name is_self_referencing:varchar is_identity:varchar identity_generation:varchar identity_start:varchar identity_increment:varchar identity_maximum:varchar identity_minimum:varchar identity_cycle:varchar is_generated:varchar generation_expression:varchar is_updatable:varchar
information_schema.constraint_column_usage 13300 v table_catalog:name table_schema:name table_name:name column_name:name constraint_catalog:name constraint_schema:name constraint_name:name
information_schema.constraint_table_usage 13305 v table_catalog:name table_schema:name table_name:name constraint_catalog:name constraint_schema:name constraint_name:name
information_schema.domain_constraints 13310 v constraint_catalog:name constraint_schema:name constraint_name:name domain_catalog:name domain_schema:name domain_name:name is_deferrable:varchar initially_deferred:varchar
information_schema.domains 13320 v domain_catalog:name domain_schema:name domain_name:name data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 domain_default:varchar udt_catalog:name udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name
information_schema.element_types 13493 v object_catalog:name object_schema:name object_name:name object_type:varchar collection_type_identifier:name data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 domain_default:varchar udt_catalog:name udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name
information_schema.enabled_roles 13325 v role_name:name
information_schema.foreign_data_wrappers 13515 v foreign_data_wrapper_catalog:name foreign_data_wrapper_name:name authorization_identifier:name library_name:varchar foreign_data_wrapper_language:varchar
information_schema.foreign_servers 13528 v foreign_server_catalog:name foreign_server_name:name foreign_data_wrapper_catalog:name foreign_data_wrapper_name:name foreign_server_type:varchar foreign_server_version:varchar authorization_identifier:name
information_schema.foreign_tables 13541 v foreign_table_catalog:name foreign_table_schema:name foreign_table_name:name foreign_server_catalog:name foreign_server_name:name
information_schema.information_schema_catalog_name 13227 v catalog_name:name
information_schema.key_column_usage 13329 v constraint_catalog:name constraint_schema:name constraint_name:name table_catalog:name table_schema:name table_name:name column_name:name ordinal_position:int4 position_in_unique_constraint:int4
information_schema.parameters 13334 v specific_catalog:name specific_schema:name specific_name:name ordinal_position:int4 parameter_mode:varchar is_result:varchar as_locator:varchar parameter_name:name data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 udt_catalog:name udt_schema:name udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name parameter_default:varchar
information_schema.referential_constraints 13339 v constraint_catalog:name constraint_schema:name constraint_name:name unique_constraint_catalog:name unique_constraint_schema:name unique_constraint_name:name match_option:varchar update_rule:varchar delete_rule:varchar
information_schema.role_column_grants 13344 v grantor:name grantee:name table_catalog:name table_schema:name table_name:name column_name:name privilege_type:varchar is_grantable:varchar
information_schema.role_table_grants 13421 v grantor:name grantee:name table_catalog:name table_schema:name table_name:name privilege_type:varchar is_grantable:varchar with_hierarchy:varchar
information_schema.routines 13377 v specific_catalog:name specific_schema:name specific_name:name routine_catalog:name routine_schema:name routine_name:name routine_type:varchar module_catalog:name module_schema:name module_name:name udt_catalog:name udt_schema:name udt_name:name data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 type_udt_catalog:name type_udt_schema:name type_udt_name:name scope_catalog:name scope_schema:name scope_name:name maximum_cardinality:int4 dtd_identifier:name routine_body:varchar routine_definition:varchar external_name:varchar external_language:varchar parameter_style:varchar is_deterministic:varchar sql_data_access:varchar is_null_call:varchar sql_path:varchar schema_level_routine:varchar max_dynamic_result_sets:int4 is_user_defined_cast:varchar is_implicitly_invocable:varchar security_type:varchar to_sql_specific_catalog:name to_sql_specific_schema:name to_sql_specific_name:name as_locator:varchar created:timestamptz last_altered:timestamptz new_savepoint_level:varchar is_udt_dependent:varchar result_cast_from_data_type:varchar result_cast_as_locator:varchar result_cast_char_max_length:int4 result_cast_char_octet_length:int4 result_cast_char_set_catalog:name result_cast_char_set_schema:name result_cast_char_set_name:name result_cast_collation_catalog:name result_cast_collation_schema:name result_cast_collation_name:name result_cast_numeric_precision:int4 result_cast_numeric_precision_radix:int4 result_cast_numeric_scale:int4 result_cast_datetime_precision:int4 result_cast_interval_type:varchar result_cast_interval_precision:int4 result_cast_type_udt_catalog:name result_cast_type_udt_schema:name result_cast_type_udt_name:name result_cast_scope_catalog:name result_cast_scope_schema:name result_cast_scope_name:name result_cast_maximum_cardinality:int4 result_cast_dtd_identifier:name
information_schema.schemata 13382 v catalog_name:name schema_name:name schema_owner:name default_character_set_catalog:name default_character_set_schema:name default_character_set_name:name sql_path:varchar
information_schema.sequences 13386 v sequence_catalog:name sequence_schema:name sequence_name:name data_type:varchar numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 start_value:varchar minimum_value:varchar maximum_value:varchar increment:varchar cycle_option:varchar
information_schema.table_constraints 13411 v constraint_catalog:name constraint_schema:name constraint_name:name table_catalog:name table_schema:name table_name:name constraint_type:varchar is_deferrable:varchar initially_deferred:varchar enforced:varchar nulls_distinct:varchar
information_schema.table_privileges 13416 v grantor:name grantee:name table_catalog:name table_schema:name table_name:name privilege_type:varchar is_grantable:varchar with_hierarchy:varchar
information_schema.tables 13425 v table_catalog:name table_schema:name table_name:name table_type:varchar self_referencing_column_name:name reference_generation:varchar user_defined_type_catalog:name user_defined_type_schema:name user_defined_type_name:name is_insertable_into:varchar is_typed:varchar commit_action:varchar
information_schema.triggers 13440 v trigger_catalog:name trigger_schema:name trigger_name:name event_manipulation:varchar event_object_catalog:name event_object_schema:name event_object_table:name action_order:int4 action_condition:varchar action_statement:varchar action_orientation:varchar action_timing:varchar action_reference_old_table:name action_reference_new_table:name action_reference_old_row:name action_reference_new_row:name created:timestamptz
information_schema.user_defined_types 13463 v user_defined_type_catalog:name user_defined_type_schema:name user_defined_type_name:name user_defined_type_category:varchar is_instantiable:varchar is_final:varchar ordering_form:varchar ordering_category:varchar ordering_routine_catalog:name ordering_routine_schema:name ordering_routine_name:name reference_type:varchar data_type:varchar character_maximum_length:int4 character_octet_length:int4 character_set_catalog:name character_set_schema:name character_set_name:name collation_catalog:name collation_schema:name collation_name:name numeric_precision:int4 numeric_precision_radix:int4 numeric_scale:int4 datetime_precision:int4 interval_type:varchar interval_precision:int4 source_dtd_identifier:name ref_dtd_identifier:name
information_schema.view_column_usage 13468 v view_catalog:name view_schema:name view_name:name table_catalog:name table_schema:name table_name:name column_name:name
information_schema.view_table_usage 13478 v view_catalog:name view_schema:name view_name:name table_catalog:name table_schema:name table_name:name
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
27	tid	11	10	6	f	b	U	f	t	,	0	0	0	1010	48	49	2438	2439	0	0	0	s	p	f	0	-1	0	0	\N	\N	\N
28	xid	11	10	4	t	b	U	f	t	,	0	0	0	1011	50	51	2440	2441	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
29	cid	11	10	4	t	b	U	f	t	,	0	0	0	1012	52	53	2442	2443	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
30	oidvector	11	10	-1	f	b	A	f	t	,	0	6179	26	1013	54	55	2420	2421	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
114	json	11	10	-1	f	b	U	f	t	,	0	0	0	199	321	322	323	324	0	0	0	i	x	f	0	-1	0	0	\N	\N	\N
142	xml	11	10	-1	f	b	U	f	t	,	0	0	0	143	2893	2894	2898	2899	0	0	0	i	x	f	0	-1	0	0	\N	\N	\N
143	_xml	11	10	-1	f	b	A	f	t	,	0	6179	142	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
194	pg_node_tree	11	10	-1	f	b	Z	f	t	,	0	0	0	0	195	196	197	198	0	0	0	i	x	f	0	-1	0	100	\N	\N	\N
199	_json	11	10	-1	f	b	A	f	t	,	0	6179	114	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
271	_xid8	11	10	-1	f	b	A	f	t	,	0	6179	5069	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
600	point	11	10	16	f	b	G	f	t	,	0	6180	701	1017	117	118	2428	2429	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
601	lseg	11	10	32	f	b	G	f	t	,	0	6180	600	1018	119	120	2480	2481	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
602	path	11	10	-1	f	b	G	f	t	,	0	0	0	1019	121	122	2482	2483	0	0	0	d	x	f	0	-1	0	0	\N	\N	\N
603	box	11	10	32	f	b	G	f	t	;	0	6180	600	1020	123	124	2484	2485	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
604	polygon	11	10	-1	f	b	G	f	t	,	0	0	0	1027	347	348	2486	2487	0	0	0	d	x	f	0	-1	0	0	\N	\N	\N
628	line	11	10	24	f	b	G	f	t	,	0	6180	701	629	1490	1491	2488	2489	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
629	_line	11	10	-1	f	b	A	f	t	,	0	6179	628	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
650	cidr	11	10	-1	f	b	I	f	t	,	0	0	0	651	1267	1427	2498	2499	0	0	0	i	m	f	0	-1	0	0	\N	\N	\N
651	_cidr	11	10	-1	f	b	A	f	t	,	0	6179	650	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
700	float4	11	10	4	t	b	N	f	t	,	0	0	0	1021	200	201	2424	2425	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
701	float8	11	10	8	t	b	N	t	t	,	0	0	0	1022	214	215	2426	2427	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
705	unknown	11	10	-2	f	p	X	f	t	,	0	0	0	0	109	110	2416	2417	0	0	0	c	p	f	0	-1	0	0	\N	\N	\N
718	circle	11	10	24	f	b	G	f	t	,	0	0	0	719	1450	1451	2490	2491	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
719	_circle	11	10	-1	f	b	A	f	t	,	0	6179	718	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
774	macaddr8	11	10	8	f	b	U	f	t	,	0	0	0	775	4110	4111	3446	3447	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
775	_macaddr8	11	10	-1	f	b	A	f	t	,	0	6179	774	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
790	money	11	10	8	t	b	N	f	t	,	0	0	0	791	886	887	2492	2493	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
791	_money	11	10	-1	f	b	A	f	t	,	0	6179	790	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
829	macaddr	11	10	6	f	b	U	f	t	,	0	0	0	1040	436	437	2494	2495	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
869	inet	11	10	-1	f	b	I	t	t	,	0	0	0	1041	910	911	2496	2497	0	0	0	i	m	f	0	-1	0	0	\N	\N	\N
1000	_bool	11	10	-1	f	b	A	f	t	,	0	6179	16	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1001	_bytea	11	10	-1	f	b	A	f	t	,	0	6179	17	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1002	_char	11	10	-1	f	b	A	f	t	,	0	6179	18	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1003	_name	11	10	-1	f	b	A	f	t	,	0	6179	19	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	950	\N	\N	\N
1005	_int2	11	10	-1	f	b	A	f	t	,	0	6179	21	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1007	_int4	11	10	-1	f	b	A	f	t	,	0	6179	23	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1008	_regproc	11	10	-1	f	b	A	f	t	,	0	6179	24	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1009	_text	11	10	-1	f	b	A	f	t	,	0	6179	25	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	100	\N	\N	\N
1010	_tid	11	10	-1	f	b	A	f	t	,	0	6179	27	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1011	_xid	11	10	-1	f	b	A	f	t	,	0	6179	28	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1012	_cid	11	10	-1	f	b	A	f	t	,	0	6179	29	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1014	_bpchar	11	10	-1	f	b	A	f	t	,	0	6179	1042	0	750	751	2400	2401	2913	2914	3816	i	x	f	0	-1	0	100	\N	\N	\N
1015	_varchar	11	10	-1	f	b	A	f	t	,	0	6179	1043	0	750	751	2400	2401	2915	2916	3816	i	x	f	0	-1	0	100	\N	\N	\N
1016	_int8	11	10	-1	f	b	A	f	t	,	0	6179	20	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
1017	_point	11	10	-1	f	b	A	f	t	,	0	6179	600	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
1018	_lseg	11	10	-1	f	b	A	f	t	,	0	6179	601	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
1019	_path	11	10	-1	f	b	A	f	t	,	0	6179	602	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
1020	_box	11	10	-1	f	b	A	f	t	;	0	6179	603	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
1021	_float4	11	10	-1	f	b	A	f	t	,	0	6179	700	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1022	_float8	11	10	-1	f	b	A	f	t	,	0	6179	701	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
1027	_polygon	11	10	-1	f	b	A	f	t	,	0	6179	604	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
1028	_oid	11	10	-1	f	b	A	f	t	,	0	6179	26	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1033	aclitem	11	10	12	f	b	U	f	t	,	0	0	0	1034	1031	1032	0	0	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
1034	_aclitem	11	10	-1	f	b	A	f	t	,	0	6179	1033	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1040	_macaddr	11	10	-1	f	b	A	f	t	,	0	6179	829	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1041	_inet	11	10	-1	f	b	A	f	t	,	0	6179	869	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
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
1263	_cstring	11	10	-1	f	b	A	f	t	,	0	6179	2275	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
1266	timetz	11	10	12	f	b	D	f	t	,	0	0	0	1270	1350	1351	2472	2473	2911	2912	0	d	p	f	0	-1	0	0	\N	\N	\N
1270	_timetz	11	10	-1	f	b	A	f	t	,	0	6179	1266	0	750	751	2400	2401	2911	2912	3816	d	x	f	0	-1	0	0	\N	\N	\N
1560	bit	11	10	-1	f	b	V	f	t	,	0	0	0	1561	1564	1565	2456	2457	2919	2920	0	i	x	f	0	-1	0	0	\N	\N	\N
1561	_bit	11	10	-1	f	b	A	f	t	,	0	6179	1560	0	750	751	2400	2401	2919	2920	3816	i	x	f	0	-1	0	0	\N	\N	\N
1562	varbit	11	10	-1	f	b	V	t	t	,	0	0	0	1563	1579	1580	2458	2459	2902	2921	0	i	x	f	0	-1	0	0	\N	\N	\N
1563	_varbit	11	10	-1	f	b	A	f	t	,	0	6179	1562	0	750	751	2400	2401	2902	2921	3816	i	x	f	0	-1	0	0	\N	\N	\N
1700	numeric	11	10	-1	f	b	N	f	t	,	0	0	0	1231	1701	1702	2460	2461	2917	2918	0	i	m	f	0	-1	0	0	\N	\N	\N
1790	refcursor	11	10	-1	f	b	U	f	t	,	0	0	0	2201	46	47	2414	2415	0	0	0	i	x	f	0	-1	0	0	\N	\N	\N
2201	_refcursor	11	10	-1	f	b	A	f	t	,	0	6179	1790	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
2202	regprocedure	11	10	4	t	b	N	f	t	,	0	0	0	2207	2212	2213	2446	2447	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2203	regoper	11	10	4	t	b	N	f	t	,	0	0	0	2208	2214	2215	2448	2449	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2204	regoperator	11	10	4	t	b	N	f	t	,	0	0	0	2209	2216	2217	2450	2451	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2205	regclass	11	10	4	t	b	N	f	t	,	0	0	0	2210	2218	2219	2452	2453	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2206	regtype	11	10	4	t	b	N	f	t	,	0	0	0	2211	2220	2221	2454	2455	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2207	_regprocedure	11	10	-1	f	b	A	f	t	,	0	6179	2202	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
2208	_regoper	11	10	-1	f	b	A	f	t	,	0	6179	2203	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
2209	_regoperator	11	10	-1	f	b	A	f	t	,	0	6179	2204	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
2210	_regclass	11	10	-1	f	b	A	f	t	,	0	6179	2205	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
2211	_regtype	11	10	-1	f	b	A	f	t	,	0	6179	2206	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
2249	record	11	10	-1	f	p	P	f	t	,	0	0	0	2287	2290	2291	2402	2403	0	0	0	d	x	f	0	-1	0	0	\N	\N	\N
2275	cstring	11	10	-2	f	p	P	f	t	,	0	0	0	1263	2292	2293	2500	2501	0	0	0	c	p	f	0	-1	0	0	\N	\N	\N
2276	any	11	10	4	t	p	P	f	t	,	0	0	0	0	2294	2295	0	0	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2277	anyarray	11	10	-1	f	p	P	f	t	,	0	0	0	0	2296	2297	2502	2503	0	0	0	d	x	f	0	-1	0	0	\N	\N	\N
2278	void	11	10	4	t	p	P	f	t	,	0	0	0	0	2298	2299	3120	3121	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2281	internal	11	10	8	t	p	P	f	t	,	0	0	0	0	2304	2305	0	0	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
2283	anyelement	11	10	4	t	p	P	f	t	,	0	0	0	0	2312	2313	0	0	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2287	_record	11	10	-1	f	p	P	f	t	,	0	6179	2249	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
2776	anynonarray	11	10	4	t	p	P	f	t	,	0	0	0	0	2777	2778	0	0	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
2949	_txid_snapshot	11	10	-1	f	b	A	f	t	,	0	6179	2970	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
2950	uuid	11	10	16	f	b	U	f	t	,	0	0	0	2951	2952	2953	2961	2962	0	0	0	c	p	f	0	-1	0	0	\N	\N	\N
2951	_uuid	11	10	-1	f	b	A	f	t	,	0	6179	2950	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
2970	txid_snapshot	11	10	-1	f	b	U	f	t	,	0	0	0	2949	2939	2940	2941	2942	0	0	0	d	x	f	0	-1	0	0	\N	\N	\N
3220	pg_lsn	11	10	8	t	b	U	f	t	,	0	0	0	3221	3229	3230	3238	3239	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
3221	_pg_lsn	11	10	-1	f	b	A	f	t	,	0	6179	3220	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
3614	tsvector	11	10	-1	f	b	U	f	t	,	0	0	0	3643	3610	3611	3639	3638	0	0	3688	i	x	f	0	-1	0	0	\N	\N	\N
3615	tsquery	11	10	-1	f	b	U	f	t	,	0	0	0	3645	3612	3613	3641	3640	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
3642	gtsvector	11	10	-1	f	b	U	f	t	,	0	0	0	3644	3646	3647	0	0	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
3643	_tsvector	11	10	-1	f	b	A	f	t	,	0	6179	3614	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
3644	_gtsvector	11	10	-1	f	b	A	f	t	,	0	6179	3642	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
3645	_tsquery	11	10	-1	f	b	A	f	t	,	0	6179	3615	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
3734	regconfig	11	10	4	t	b	N	f	t	,	0	0	0	3735	3736	3737	3738	3739	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
3735	_regconfig	11	10	-1	f	b	A	f	t	,	0	6179	3734	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
3769	regdictionary	11	10	4	t	b	N	f	t	,	0	0	0	3770	3771	3772	3773	3774	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
3770	_regdictionary	11	10	-1	f	b	A	f	t	,	0	6179	3769	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
3802	jsonb	11	10	-1	f	b	U	f	t	,	0	6098	0	3807	3806	3804	3805	3803	0	0	0	i	x	f	0	-1	0	0	\N	\N	\N
3807	_jsonb	11	10	-1	f	b	A	f	t	,	0	6179	3802	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
4072	jsonpath	11	10	-1	f	b	U	f	t	,	0	0	0	4073	4001	4003	4002	4004	0	0	0	i	x	f	0	-1	0	0	\N	\N	\N
4073	_jsonpath	11	10	-1	f	b	A	f	t	,	0	6179	4072	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
4089	regnamespace	11	10	4	t	b	N	f	t	,	0	0	0	4090	4084	4085	4087	4088	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
4090	_regnamespace	11	10	-1	f	b	A	f	t	,	0	6179	4089	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
4096	regrole	11	10	4	t	b	N	f	t	,	0	0	0	4097	4098	4092	4094	4095	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
4097	_regrole	11	10	-1	f	b	A	f	t	,	0	6179	4096	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
4191	regcollation	11	10	4	t	b	N	f	t	,	0	0	0	4192	4193	4194	4196	4197	0	0	0	i	p	f	0	-1	0	0	\N	\N	\N
4192	_regcollation	11	10	-1	f	b	A	f	t	,	0	6179	4191	0	750	751	2400	2401	0	0	3816	i	x	f	0	-1	0	0	\N	\N	\N
5038	pg_snapshot	11	10	-1	f	b	U	f	t	,	0	0	0	5039	5055	5056	5057	5058	0	0	0	d	x	f	0	-1	0	0	\N	\N	\N
5039	_pg_snapshot	11	10	-1	f	b	A	f	t	,	0	6179	5038	0	750	751	2400	2401	0	0	3816	d	x	f	0	-1	0	0	\N	\N	\N
5069	xid8	11	10	8	t	b	U	f	t	,	0	0	0	271	5070	5081	5082	5083	0	0	0	d	p	f	0	-1	0	0	\N	\N	\N
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
48	tidin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	27	2275	\N	\N	\N	\N	\N	tidin	\N	\N	\N	\N
49	tidout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	27	\N	\N	\N	\N	\N	tidout	\N	\N	\N	\N
50	xidin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	28	2275	\N	\N	\N	\N	\N	xidin	\N	\N	\N	\N
51	xidout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	28	\N	\N	\N	\N	\N	xidout	\N	\N	\N	\N
52	cidin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	29	2275	\N	\N	\N	\N	\N	cidin	\N	\N	\N	\N
53	cidout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	29	\N	\N	\N	\N	\N	cidout	\N	\N	\N	\N
54	oidvectorin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	30	2275	\N	\N	\N	\N	\N	oidvectorin	\N	\N	\N	\N
55	oidvectorout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	30	\N	\N	\N	\N	\N	oidvectorout	\N	\N	\N	\N
56	boollt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	16 16	\N	\N	\N	\N	\N	boollt	\N	\N	\N	\N
57	boolgt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	16 16	\N	\N	\N	\N	\N	boolgt	\N	\N	\N	\N
60	booleq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	16 16	\N	\N	\N	\N	\N	booleq	\N	\N	\N	\N
61	chareq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	18 18	\N	\N	\N	\N	\N	chareq	\N	\N	\N	\N
62	nameeq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 19	\N	\N	\N	\N	\N	nameeq	\N	\N	\N	\N
63	int2eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 21	\N	\N	\N	\N	\N	int2eq	\N	\N	\N	\N
64	int2lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 21	\N	\N	\N	\N	\N	int2lt	\N	\N	\N	\N
65	int4eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 23	\N	\N	\N	\N	\N	int4eq	\N	\N	\N	\N
66	int4lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 23	\N	\N	\N	\N	\N	int4lt	\N	\N	\N	\N
67	texteq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	texteq	\N	\N	\N	\N
70	charne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	18 18	\N	\N	\N	\N	\N	charne	\N	\N	\N	\N
72	charle	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	18 18	\N	\N	\N	\N	\N	charle	\N	\N	\N	\N
73	chargt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	18 18	\N	\N	\N	\N	\N	chargt	\N	\N	\N	\N
74	charge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	18 18	\N	\N	\N	\N	\N	charge	\N	\N	\N	\N
77	int4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	18	\N	\N	\N	\N	\N	chartoi4	\N	\N	\N	\N
78	char	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	18	23	\N	\N	\N	\N	\N	i4tochar	\N	\N	\N	\N
79	nameregexeq	11	10	12	1	0	0	1364	f	f	f	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	nameregexeq	\N	\N	\N	\N
84	boolne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	16 16	\N	\N	\N	\N	\N	boolne	\N	\N	\N	\N
89	version	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	25		\N	\N	\N	\N	\N	pgsql_version	\N	\N	\N	\N
101	eqsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	eqsel	\N	\N	\N	\N
102	neqsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	neqsel	\N	\N	\N	\N
103	scalarltsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	scalarltsel	\N	\N	\N	\N
104	scalargtsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	scalargtsel	\N	\N	\N	\N
105	eqjoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	eqjoinsel	\N	\N	\N	\N
106	neqjoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	neqjoinsel	\N	\N	\N	\N
107	scalarltjoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	scalarltjoinsel	\N	\N	\N	\N
108	scalargtjoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	scalargtjoinsel	\N	\N	\N	\N
109	unknownin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	705	2275	\N	\N	\N	\N	\N	unknownin	\N	\N	\N	\N
110	unknownout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	705	\N	\N	\N	\N	\N	unknownout	\N	\N	\N	\N
117	point_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	600	2275	\N	\N	\N	\N	\N	point_in	\N	\N	\N	\N
118	point_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	600	\N	\N	\N	\N	\N	point_out	\N	\N	\N	\N
119	lseg_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	601	2275	\N	\N	\N	\N	\N	lseg_in	\N	\N	\N	\N
120	lseg_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	601	\N	\N	\N	\N	\N	lseg_out	\N	\N	\N	\N
121	path_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	602	2275	\N	\N	\N	\N	\N	path_in	\N	\N	\N	\N
122	path_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	602	\N	\N	\N	\N	\N	path_out	\N	\N	\N	\N
123	box_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	603	2275	\N	\N	\N	\N	\N	box_in	\N	\N	\N	\N
124	box_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	603	\N	\N	\N	\N	\N	box_out	\N	\N	\N	\N
141	int4mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4mul	\N	\N	\N	\N
144	int4ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 23	\N	\N	\N	\N	\N	int4ne	\N	\N	\N	\N
145	int2ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 21	\N	\N	\N	\N	\N	int2ne	\N	\N	\N	\N
146	int2gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 21	\N	\N	\N	\N	\N	int2gt	\N	\N	\N	\N
147	int4gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 23	\N	\N	\N	\N	\N	int4gt	\N	\N	\N	\N
148	int2le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 21	\N	\N	\N	\N	\N	int2le	\N	\N	\N	\N
149	int4le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 23	\N	\N	\N	\N	\N	int4le	\N	\N	\N	\N
150	int4ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 23	\N	\N	\N	\N	\N	int4ge	\N	\N	\N	\N
151	int2ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 21	\N	\N	\N	\N	\N	int2ge	\N	\N	\N	\N
152	int2mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2mul	\N	\N	\N	\N
153	int2div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2div	\N	\N	\N	\N
154	int4div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4div	\N	\N	\N	\N
155	int2mod	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2mod	\N	\N	\N	\N
156	int4mod	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4mod	\N	\N	\N	\N
157	textne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	textne	\N	\N	\N	\N
158	int24eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 23	\N	\N	\N	\N	\N	int24eq	\N	\N	\N	\N
159	int42eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 21	\N	\N	\N	\N	\N	int42eq	\N	\N	\N	\N
160	int24lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 23	\N	\N	\N	\N	\N	int24lt	\N	\N	\N	\N
161	int42lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 21	\N	\N	\N	\N	\N	int42lt	\N	\N	\N	\N
162	int24gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 23	\N	\N	\N	\N	\N	int24gt	\N	\N	\N	\N
163	int42gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 21	\N	\N	\N	\N	\N	int42gt	\N	\N	\N	\N
164	int24ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 23	\N	\N	\N	\N	\N	int24ne	\N	\N	\N	\N
165	int42ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 21	\N	\N	\N	\N	\N	int42ne	\N	\N	\N	\N
166	int24le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 23	\N	\N	\N	\N	\N	int24le	\N	\N	\N	\N
167	int42le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 21	\N	\N	\N	\N	\N	int42le	\N	\N	\N	\N
168	int24ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 23	\N	\N	\N	\N	\N	int24ge	\N	\N	\N	\N
169	int42ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 21	\N	\N	\N	\N	\N	int42ge	\N	\N	\N	\N
170	int24mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	21 23	\N	\N	\N	\N	\N	int24mul	\N	\N	\N	\N
171	int42mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 21	\N	\N	\N	\N	\N	int42mul	\N	\N	\N	\N
172	int24div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	21 23	\N	\N	\N	\N	\N	int24div	\N	\N	\N	\N
173	int42div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 21	\N	\N	\N	\N	\N	int42div	\N	\N	\N	\N
176	int2pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2pl	\N	\N	\N	\N
177	int4pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4pl	\N	\N	\N	\N
178	int24pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	21 23	\N	\N	\N	\N	\N	int24pl	\N	\N	\N	\N
179	int42pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 21	\N	\N	\N	\N	\N	int42pl	\N	\N	\N	\N
180	int2mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2mi	\N	\N	\N	\N
181	int4mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4mi	\N	\N	\N	\N
182	int24mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	21 23	\N	\N	\N	\N	\N	int24mi	\N	\N	\N	\N
183	int42mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 21	\N	\N	\N	\N	\N	int42mi	\N	\N	\N	\N
184	oideq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	26 26	\N	\N	\N	\N	\N	oideq	\N	\N	\N	\N
185	oidne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	26 26	\N	\N	\N	\N	\N	oidne	\N	\N	\N	\N
195	pg_node_tree_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	194	2275	\N	\N	\N	\N	\N	pg_node_tree_in	\N	\N	\N	\N
196	pg_node_tree_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	194	\N	\N	\N	\N	\N	pg_node_tree_out	\N	\N	\N	\N
197	pg_node_tree_recv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	194	2281	\N	\N	\N	\N	\N	pg_node_tree_recv	\N	\N	\N	\N
198	pg_node_tree_send	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	194	\N	\N	\N	\N	\N	pg_node_tree_send	\N	\N	\N	\N
200	float4in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	700	2275	\N	\N	\N	\N	\N	float4in	\N	\N	\N	\N
201	float4out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	700	\N	\N	\N	\N	\N	float4out	\N	\N	\N	\N
202	float4mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	700	700 700	\N	\N	\N	\N	\N	float4mul	\N	\N	\N	\N
203	float4div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	700	700 700	\N	\N	\N	\N	\N	float4div	\N	\N	\N	\N
204	float4pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	700	700 700	\N	\N	\N	\N	\N	float4pl	\N	\N	\N	\N
205	float4mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	700	700 700	\N	\N	\N	\N	\N	float4mi	\N	\N	\N	\N
206	float4um	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	700	700	\N	\N	\N	\N	\N	float4um	\N	\N	\N	\N
207	float4abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	700	700	\N	\N	\N	\N	\N	float4abs	\N	\N	\N	\N
208	float4_accum	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1022	1022 700	\N	\N	\N	\N	\N	float4_accum	\N	\N	\N	\N
209	float4larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	700	700 700	\N	\N	\N	\N	\N	float4larger	\N	\N	\N	\N
211	float4smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	700	700 700	\N	\N	\N	\N	\N	float4smaller	\N	\N	\N	\N
212	int4um	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	int4um	\N	\N	\N	\N
213	int2um	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	21	\N	\N	\N	\N	\N	int2um	\N	\N	\N	\N
214	float8in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	2275	\N	\N	\N	\N	\N	float8in	\N	\N	\N	\N
215	float8out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	701	\N	\N	\N	\N	\N	float8out	\N	\N	\N	\N
216	float8mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	float8mul	\N	\N	\N	\N
217	float8div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	float8div	\N	\N	\N	\N
218	float8pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	float8pl	\N	\N	\N	\N
219	float8mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	float8mi	\N	\N	\N	\N
220	float8um	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	float8um	\N	\N	\N	\N
221	float8abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	float8abs	\N	\N	\N	\N
222	float8_accum	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1022	1022 701	\N	\N	\N	\N	\N	float8_accum	\N	\N	\N	\N
223	float8larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	float8larger	\N	\N	\N	\N
224	float8smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	float8smaller	\N	\N	\N	\N
228	dround	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dround	\N	\N	\N	\N
229	dtrunc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dtrunc	\N	\N	\N	\N
230	dsqrt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dsqrt	\N	\N	\N	\N
231	dcbrt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dcbrt	\N	\N	\N	\N
232	dpow	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	dpow	\N	\N	\N	\N
233	dexp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dexp	\N	\N	\N	\N
234	dlog1	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dlog1	\N	\N	\N	\N
235	float8	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	701	21	\N	\N	\N	\N	\N	i2tod	\N	\N	\N	\N
236	float4	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	700	21	\N	\N	\N	\N	\N	i2tof	\N	\N	\N	\N
237	int2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	701	\N	\N	\N	\N	\N	dtoi2	\N	\N	\N	\N
238	int2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	700	\N	\N	\N	\N	\N	ftoi2	\N	\N	\N	\N
240	nameeqtext	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	nameeqtext	\N	\N	\N	\N
241	namelttext	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	namelttext	\N	\N	\N	\N
242	nameletext	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	nameletext	\N	\N	\N	\N
243	namegetext	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	namegetext	\N	\N	\N	\N
244	namegttext	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	namegttext	\N	\N	\N	\N
245	namenetext	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	namenetext	\N	\N	\N	\N
246	btnametextcmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	19 25	\N	\N	\N	\N	\N	btnametextcmp	\N	\N	\N	\N
247	texteqname	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 19	\N	\N	\N	\N	\N	texteqname	\N	\N	\N	\N
248	textltname	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 19	\N	\N	\N	\N	\N	textltname	\N	\N	\N	\N
249	textlename	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 19	\N	\N	\N	\N	\N	textlename	\N	\N	\N	\N
250	textgename	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 19	\N	\N	\N	\N	\N	textgename	\N	\N	\N	\N
251	textgtname	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 19	\N	\N	\N	\N	\N	textgtname	\N	\N	\N	\N
252	textnename	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 19	\N	\N	\N	\N	\N	textnename	\N	\N	\N	\N
253	bttextnamecmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	25 19	\N	\N	\N	\N	\N	bttextnamecmp	\N	\N	\N	\N
266	nameconcatoid	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	19	19 26	\N	\N	\N	\N	\N	nameconcatoid	\N	\N	\N	\N
274	timeofday	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	25		\N	\N	\N	\N	\N	timeofday	\N	\N	\N	\N
275	pg_nextoid	11	10	12	1	0	0	0	f	f	f	t	f	v	u	3	0	26	2205 19 2205	\N	\N	\N	\N	\N	pg_nextoid	\N	\N	\N	\N
276	float8_combine	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1022	1022 1022	\N	\N	\N	\N	\N	float8_combine	\N	\N	\N	\N
279	float48mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	700 701	\N	\N	\N	\N	\N	float48mul	\N	\N	\N	\N
280	float48div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	700 701	\N	\N	\N	\N	\N	float48div	\N	\N	\N	\N
281	float48pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	700 701	\N	\N	\N	\N	\N	float48pl	\N	\N	\N	\N
282	float48mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	700 701	\N	\N	\N	\N	\N	float48mi	\N	\N	\N	\N
283	float84mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 700	\N	\N	\N	\N	\N	float84mul	\N	\N	\N	\N
284	float84div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 700	\N	\N	\N	\N	\N	float84div	\N	\N	\N	\N
285	float84pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 700	\N	\N	\N	\N	\N	float84pl	\N	\N	\N	\N
286	float84mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 700	\N	\N	\N	\N	\N	float84mi	\N	\N	\N	\N
287	float4eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 700	\N	\N	\N	\N	\N	float4eq	\N	\N	\N	\N
288	float4ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 700	\N	\N	\N	\N	\N	float4ne	\N	\N	\N	\N
289	float4lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 700	\N	\N	\N	\N	\N	float4lt	\N	\N	\N	\N
290	float4le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 700	\N	\N	\N	\N	\N	float4le	\N	\N	\N	\N
291	float4gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 700	\N	\N	\N	\N	\N	float4gt	\N	\N	\N	\N
292	float4ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 700	\N	\N	\N	\N	\N	float4ge	\N	\N	\N	\N
293	float8eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 701	\N	\N	\N	\N	\N	float8eq	\N	\N	\N	\N
294	float8ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 701	\N	\N	\N	\N	\N	float8ne	\N	\N	\N	\N
295	float8lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 701	\N	\N	\N	\N	\N	float8lt	\N	\N	\N	\N
296	float8le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 701	\N	\N	\N	\N	\N	float8le	\N	\N	\N	\N
297	float8gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 701	\N	\N	\N	\N	\N	float8gt	\N	\N	\N	\N
298	float8ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 701	\N	\N	\N	\N	\N	float8ge	\N	\N	\N	\N
299	float48eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 701	\N	\N	\N	\N	\N	float48eq	\N	\N	\N	\N
300	float48ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 701	\N	\N	\N	\N	\N	float48ne	\N	\N	\N	\N
301	float48lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 701	\N	\N	\N	\N	\N	float48lt	\N	\N	\N	\N
302	float48le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 701	\N	\N	\N	\N	\N	float48le	\N	\N	\N	\N
303	float48gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 701	\N	\N	\N	\N	\N	float48gt	\N	\N	\N	\N
304	float48ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	700 701	\N	\N	\N	\N	\N	float48ge	\N	\N	\N	\N
305	float84eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 700	\N	\N	\N	\N	\N	float84eq	\N	\N	\N	\N
306	float84ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 700	\N	\N	\N	\N	\N	float84ne	\N	\N	\N	\N
307	float84lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 700	\N	\N	\N	\N	\N	float84lt	\N	\N	\N	\N
308	float84le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 700	\N	\N	\N	\N	\N	float84le	\N	\N	\N	\N
309	float84gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 700	\N	\N	\N	\N	\N	float84gt	\N	\N	\N	\N
310	float84ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	701 700	\N	\N	\N	\N	\N	float84ge	\N	\N	\N	\N
311	float8	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	701	700	\N	\N	\N	\N	\N	ftod	\N	\N	\N	\N
312	float4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	700	701	\N	\N	\N	\N	\N	dtof	\N	\N	\N	\N
313	int4	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	23	21	\N	\N	\N	\N	\N	i2toi4	\N	\N	\N	\N
314	int2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	23	\N	\N	\N	\N	\N	i4toi2	\N	\N	\N	\N
315	pg_jit_available	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	16		\N	\N	\N	\N	\N	pg_jit_available	\N	\N	\N	\N
316	float8	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	701	23	\N	\N	\N	\N	\N	i4tod	\N	\N	\N	\N
317	int4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	701	\N	\N	\N	\N	\N	dtoi4	\N	\N	\N	\N
318	float4	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	700	23	\N	\N	\N	\N	\N	i4tof	\N	\N	\N	\N
319	int4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	700	\N	\N	\N	\N	\N	ftoi4	\N	\N	\N	\N
320	width_bucket	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	0	23	701 701 701 23	\N	\N	\N	\N	\N	width_bucket_float8	\N	\N	\N	\N
321	json_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	114	2275	\N	\N	\N	\N	\N	json_in	\N	\N	\N	\N
322	json_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	114	\N	\N	\N	\N	\N	json_out	\N	\N	\N	\N
323	json_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	114	2281	\N	\N	\N	\N	\N	json_recv	\N	\N	\N	\N
324	json_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	114	\N	\N	\N	\N	\N	json_send	\N	\N	\N	\N
329	hash_aclitem	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1033	\N	\N	\N	\N	\N	hash_aclitem	\N	\N	\N	\N
330	bthandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	bthandler	\N	\N	\N	\N
331	hashhandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	hashhandler	\N	\N	\N	\N
332	gisthandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	gisthandler	\N	\N	\N	\N
333	ginhandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	ginhandler	\N	\N	\N	\N
334	spghandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	spghandler	\N	\N	\N	\N
335	brinhandler	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	325	2281	\N	\N	\N	\N	\N	brinhandler	\N	\N	\N	\N
336	scalarlesel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	scalarlesel	\N	\N	\N	\N
337	scalargesel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	scalargesel	\N	\N	\N	\N
338	amvalidate	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	16	26	\N	\N	\N	\N	\N	amvalidate	\N	\N	\N	\N
347	poly_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	604	2275	\N	\N	\N	\N	\N	poly_in	\N	\N	\N	\N
348	poly_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	604	\N	\N	\N	\N	\N	poly_out	\N	\N	\N	\N
350	btint2cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	21 21	\N	\N	\N	\N	\N	btint2cmp	\N	\N	\N	\N
351	btint4cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	btint4cmp	\N	\N	\N	\N
354	btfloat4cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	700 700	\N	\N	\N	\N	\N	btfloat4cmp	\N	\N	\N	\N
355	btfloat8cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	701 701	\N	\N	\N	\N	\N	btfloat8cmp	\N	\N	\N	\N
356	btoidcmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	26 26	\N	\N	\N	\N	\N	btoidcmp	\N	\N	\N	\N
358	btcharcmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	18 18	\N	\N	\N	\N	\N	btcharcmp	\N	\N	\N	\N
359	btnamecmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	19 19	\N	\N	\N	\N	\N	btnamecmp	\N	\N	\N	\N
360	bttextcmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	25 25	\N	\N	\N	\N	\N	bttextcmp	\N	\N	\N	\N
376	string_to_array	11	10	12	1	0	0	0	f	f	f	f	f	i	s	3	0	1009	25 25 25	\N	\N	\N	\N	\N	text_to_array_null	\N	\N	\N	\N
378	array_append	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	5078	5078 5077	\N	\N	\N	\N	\N	array_append	\N	\N	\N	\N
379	array_prepend	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	5078	5077 5078	\N	\N	\N	\N	\N	array_prepend	\N	\N	\N	\N
382	btarraycmp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	2277 2277	\N	\N	\N	\N	\N	btarraycmp	\N	\N	\N	\N
383	array_cat	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	5078	5078 5078	\N	\N	\N	\N	\N	array_cat	\N	\N	\N	\N
384	array_to_string	11	10	12	1	0	0	0	f	f	f	f	f	s	s	3	0	25	2277 25 25	\N	\N	\N	\N	\N	array_to_text_null	\N	\N	\N	\N
386	scalarlejoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	scalarlejoinsel	\N	\N	\N	\N
390	array_ne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2277 2277	\N	\N	\N	\N	\N	array_ne	\N	\N	\N	\N
391	array_lt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2277 2277	\N	\N	\N	\N	\N	array_lt	\N	\N	\N	\N
392	array_gt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2277 2277	\N	\N	\N	\N	\N	array_gt	\N	\N	\N	\N
393	array_le	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2277 2277	\N	\N	\N	\N	\N	array_le	\N	\N	\N	\N
394	string_to_array	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	1009	25 25	\N	\N	\N	\N	\N	text_to_array	\N	\N	\N	\N
395	array_to_string	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	2277 25	\N	\N	\N	\N	\N	array_to_text	\N	\N	\N	\N
396	array_ge	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2277 2277	\N	\N	\N	\N	\N	array_ge	\N	\N	\N	\N
398	scalargejoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	scalargejoinsel	\N	\N	\N	\N
400	hashtext	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	25	\N	\N	\N	\N	\N	hashtext	\N	\N	\N	\N
401	text	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	1042	\N	\N	\N	\N	\N	rtrim1	\N	\N	\N	\N
404	btoidvectorcmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	30 30	\N	\N	\N	\N	\N	btoidvectorcmp	\N	\N	\N	\N
406	text	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	25	19	\N	\N	\N	\N	\N	name_text	\N	\N	\N	\N
407	name	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	19	25	\N	\N	\N	\N	\N	text_name	\N	\N	\N	\N
408	bpchar	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1042	19	\N	\N	\N	\N	\N	name_bpchar	\N	\N	\N	\N
409	name	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	19	1042	\N	\N	\N	\N	\N	bpchar_name	\N	\N	\N	\N
425	hashint4extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	23 20	\N	\N	\N	\N	\N	hashint4extended	\N	\N	\N	\N
432	hash_numeric	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1700	\N	\N	\N	\N	\N	hash_numeric	\N	\N	\N	\N
436	macaddr_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	829	2275	\N	\N	\N	\N	\N	macaddr_in	\N	\N	\N	\N
437	macaddr_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	829	\N	\N	\N	\N	\N	macaddr_out	\N	\N	\N	\N
438	num_nulls	11	10	12	1	0	2276	0	f	f	f	f	f	i	s	1	0	23	2276	{2276}	{v}	\N	\N	\N	pg_num_nulls	\N	\N	\N	\N
440	num_nonnulls	11	10	12	1	0	2276	0	f	f	f	f	f	i	s	1	0	23	2276	{2276}	{v}	\N	\N	\N	pg_num_nonnulls	\N	\N	\N	\N
441	hashint2extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	21 20	\N	\N	\N	\N	\N	hashint2extended	\N	\N	\N	\N
442	hashint8extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	hashint8extended	\N	\N	\N	\N
443	hashfloat4extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	700 20	\N	\N	\N	\N	\N	hashfloat4extended	\N	\N	\N	\N
444	hashfloat8extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	701 20	\N	\N	\N	\N	\N	hashfloat8extended	\N	\N	\N	\N
445	hashoidextended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	26 20	\N	\N	\N	\N	\N	hashoidextended	\N	\N	\N	\N
446	hashcharextended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	18 20	\N	\N	\N	\N	\N	hashcharextended	\N	\N	\N	\N
447	hashnameextended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	19 20	\N	\N	\N	\N	\N	hashnameextended	\N	\N	\N	\N
448	hashtextextended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	25 20	\N	\N	\N	\N	\N	hashtextextended	\N	\N	\N	\N
449	hashint2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	21	\N	\N	\N	\N	\N	hashint2	\N	\N	\N	\N
450	hashint4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	hashint4	\N	\N	\N	\N
451	hashfloat4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	700	\N	\N	\N	\N	\N	hashfloat4	\N	\N	\N	\N
452	hashfloat8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	701	\N	\N	\N	\N	\N	hashfloat8	\N	\N	\N	\N
453	hashoid	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	26	\N	\N	\N	\N	\N	hashoid	\N	\N	\N	\N
454	hashchar	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	18	\N	\N	\N	\N	\N	hashchar	\N	\N	\N	\N
455	hashname	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	19	\N	\N	\N	\N	\N	hashname	\N	\N	\N	\N
457	hashoidvector	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	30	\N	\N	\N	\N	\N	hashoidvector	\N	\N	\N	\N
458	text_larger	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	text_larger	\N	\N	\N	\N
459	text_smaller	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	text_smaller	\N	\N	\N	\N
460	int8in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	2275	\N	\N	\N	\N	\N	int8in	\N	\N	\N	\N
461	int8out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	20	\N	\N	\N	\N	\N	int8out	\N	\N	\N	\N
462	int8um	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	int8um	\N	\N	\N	\N
463	int8pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8pl	\N	\N	\N	\N
464	int8mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8mi	\N	\N	\N	\N
465	int8mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8mul	\N	\N	\N	\N
466	int8div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8div	\N	\N	\N	\N
467	int8eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 20	\N	\N	\N	\N	\N	int8eq	\N	\N	\N	\N
468	int8ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 20	\N	\N	\N	\N	\N	int8ne	\N	\N	\N	\N
469	int8lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 20	\N	\N	\N	\N	\N	int8lt	\N	\N	\N	\N
470	int8gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 20	\N	\N	\N	\N	\N	int8gt	\N	\N	\N	\N
471	int8le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 20	\N	\N	\N	\N	\N	int8le	\N	\N	\N	\N
472	int8ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 20	\N	\N	\N	\N	\N	int8ge	\N	\N	\N	\N
474	int84eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 23	\N	\N	\N	\N	\N	int84eq	\N	\N	\N	\N
475	int84ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 23	\N	\N	\N	\N	\N	int84ne	\N	\N	\N	\N
476	int84lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 23	\N	\N	\N	\N	\N	int84lt	\N	\N	\N	\N
477	int84gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 23	\N	\N	\N	\N	\N	int84gt	\N	\N	\N	\N
478	int84le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 23	\N	\N	\N	\N	\N	int84le	\N	\N	\N	\N
479	int84ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 23	\N	\N	\N	\N	\N	int84ge	\N	\N	\N	\N
480	int4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	20	\N	\N	\N	\N	\N	int84	\N	\N	\N	\N
481	int8	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	20	23	\N	\N	\N	\N	\N	int48	\N	\N	\N	\N
482	float8	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	701	20	\N	\N	\N	\N	\N	i8tod	\N	\N	\N	\N
483	int8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	701	\N	\N	\N	\N	\N	dtoi8	\N	\N	\N	\N
515	array_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	2277	2277 2277	\N	\N	\N	\N	\N	array_larger	\N	\N	\N	\N
516	array_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	2277	2277 2277	\N	\N	\N	\N	\N	array_smaller	\N	\N	\N	\N
619	oidvectorne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	30 30	\N	\N	\N	\N	\N	oidvectorne	\N	\N	\N	\N
626	hash_array	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	2277	\N	\N	\N	\N	\N	hash_array	\N	\N	\N	\N
636	pg_indexam_has_property	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	pg_indexam_has_property	\N	\N	\N	\N
637	pg_index_has_property	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	2205 25	\N	\N	\N	\N	\N	pg_index_has_property	\N	\N	\N	\N
638	pg_index_column_has_property	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	2205 23 25	\N	\N	\N	\N	\N	pg_index_column_has_property	\N	\N	\N	\N
652	float4	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	700	20	\N	\N	\N	\N	\N	i8tof	\N	\N	\N	\N
653	int8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	700	\N	\N	\N	\N	\N	ftoi8	\N	\N	\N	\N
655	namelt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 19	\N	\N	\N	\N	\N	namelt	\N	\N	\N	\N
656	namele	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 19	\N	\N	\N	\N	\N	namele	\N	\N	\N	\N
657	namegt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 19	\N	\N	\N	\N	\N	namegt	\N	\N	\N	\N
658	namege	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 19	\N	\N	\N	\N	\N	namege	\N	\N	\N	\N
659	namene	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	19 19	\N	\N	\N	\N	\N	namene	\N	\N	\N	\N
668	bpchar	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1042	1042 23 16	\N	\N	\N	\N	\N	bpchar	\N	\N	\N	\N
669	varchar	11	10	12	1	0	0	3097	f	f	f	t	f	i	s	3	0	1043	1043 23 16	\N	\N	\N	\N	\N	varchar	\N	\N	\N	\N
676	pg_indexam_progress_phasename	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	26 20	\N	\N	\N	\N	\N	pg_indexam_progress_phasename	\N	\N	\N	\N
677	oidvectorlt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	30 30	\N	\N	\N	\N	\N	oidvectorlt	\N	\N	\N	\N
678	oidvectorle	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	30 30	\N	\N	\N	\N	\N	oidvectorle	\N	\N	\N	\N
679	oidvectoreq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	30 30	\N	\N	\N	\N	\N	oidvectoreq	\N	\N	\N	\N
680	oidvectorge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	30 30	\N	\N	\N	\N	\N	oidvectorge	\N	\N	\N	\N
681	oidvectorgt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	30 30	\N	\N	\N	\N	\N	oidvectorgt	\N	\N	\N	\N
710	getpgusername	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	19		\N	\N	\N	\N	\N	current_user	\N	\N	\N	\N
714	int2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	20	\N	\N	\N	\N	\N	int82	\N	\N	\N	\N
715	lo_create	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	26	26	\N	\N	\N	\N	\N	be_lo_create	\N	\N	\N	\N
716	oidlt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	26 26	\N	\N	\N	\N	\N	oidlt	\N	\N	\N	\N
717	oidle	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	26 26	\N	\N	\N	\N	\N	oidle	\N	\N	\N	\N
720	octet_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	17	\N	\N	\N	\N	\N	byteaoctetlen	\N	\N	\N	\N
721	get_byte	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	17 23	\N	\N	\N	\N	\N	byteaGetByte	\N	\N	\N	\N
722	set_byte	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	17	17 23 23	\N	\N	\N	\N	\N	byteaSetByte	\N	\N	\N	\N
723	get_bit	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	17 20	\N	\N	\N	\N	\N	byteaGetBit	\N	\N	\N	\N
724	set_bit	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	17	17 20 23	\N	\N	\N	\N	\N	byteaSetBit	\N	\N	\N	\N
740	text_lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	text_lt	\N	\N	\N	\N
741	text_le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	text_le	\N	\N	\N	\N
742	text_gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	text_gt	\N	\N	\N	\N
743	text_ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	text_ge	\N	\N	\N	\N
744	array_eq	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2277 2277	\N	\N	\N	\N	\N	array_eq	\N	\N	\N	\N
745	current_user	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	19		\N	\N	\N	\N	\N	current_user	\N	\N	\N	\N
746	session_user	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	19		\N	\N	\N	\N	\N	session_user	\N	\N	\N	\N
747	array_dims	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	2277	\N	\N	\N	\N	\N	array_dims	\N	\N	\N	\N
748	array_ndims	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	2277	\N	\N	\N	\N	\N	array_ndims	\N	\N	\N	\N
749	overlay	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	0	17	17 17 23 23	\N	\N	\N	\N	\N	byteaoverlay	\N	\N	\N	\N
750	array_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	2277	2275 26 23	\N	\N	\N	\N	\N	array_in	\N	\N	\N	\N
751	array_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2277	\N	\N	\N	\N	\N	array_out	\N	\N	\N	\N
752	overlay	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	17	17 17 23	\N	\N	\N	\N	\N	byteaoverlay_no_len	\N	\N	\N	\N
754	int8	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	20	21	\N	\N	\N	\N	\N	int28	\N	\N	\N	\N
764	lo_import	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	26	25	\N	\N	\N	\N	\N	be_lo_import	\N	\N	\N	{postgres=X/postgres}
765	lo_export	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	23	26 25	\N	\N	\N	\N	\N	be_lo_export	\N	\N	\N	{postgres=X/postgres}
766	int4inc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	int4inc	\N	\N	\N	\N
767	lo_import	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	26	25 26	\N	\N	\N	\N	\N	be_lo_import_with_oid	\N	\N	\N	{postgres=X/postgres}
768	int4larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4larger	\N	\N	\N	\N
769	int4smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4smaller	\N	\N	\N	\N
770	int2larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2larger	\N	\N	\N	\N
771	int2smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2smaller	\N	\N	\N	\N
776	hashoidvectorextended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	30 20	\N	\N	\N	\N	\N	hashoidvectorextended	\N	\N	\N	\N
777	hash_aclitem_extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	1033 20	\N	\N	\N	\N	\N	hash_aclitem_extended	\N	\N	\N	\N
780	hash_numeric_extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	1700 20	\N	\N	\N	\N	\N	hash_numeric_extended	\N	\N	\N	\N
782	hash_array_extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	2277 20	\N	\N	\N	\N	\N	hash_array_extended	\N	\N	\N	\N
810	pg_client_encoding	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	19		\N	\N	\N	\N	\N	pg_client_encoding	\N	\N	\N	\N
817	current_query	11	10	12	1	0	0	0	f	f	f	f	f	v	r	0	0	25		\N	\N	\N	\N	\N	current_query	\N	\N	\N	\N
837	int82pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 21	\N	\N	\N	\N	\N	int82pl	\N	\N	\N	\N
838	int82mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 21	\N	\N	\N	\N	\N	int82mi	\N	\N	\N	\N
839	int82mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 21	\N	\N	\N	\N	\N	int82mul	\N	\N	\N	\N
840	int82div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 21	\N	\N	\N	\N	\N	int82div	\N	\N	\N	\N
841	int28pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	21 20	\N	\N	\N	\N	\N	int28pl	\N	\N	\N	\N
842	btint8cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	20 20	\N	\N	\N	\N	\N	btint8cmp	\N	\N	\N	\N
846	cash_mul_flt4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 700	\N	\N	\N	\N	\N	cash_mul_flt4	\N	\N	\N	\N
847	cash_div_flt4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 700	\N	\N	\N	\N	\N	cash_div_flt4	\N	\N	\N	\N
849	position	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	25 25	\N	\N	\N	\N	\N	textpos	\N	\N	\N	\N
850	textlike	11	10	12	1	0	0	1023	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	textlike	\N	\N	\N	\N
851	textnlike	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	textnlike	\N	\N	\N	\N
852	int48eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 20	\N	\N	\N	\N	\N	int48eq	\N	\N	\N	\N
853	int48ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 20	\N	\N	\N	\N	\N	int48ne	\N	\N	\N	\N
854	int48lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 20	\N	\N	\N	\N	\N	int48lt	\N	\N	\N	\N
855	int48gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 20	\N	\N	\N	\N	\N	int48gt	\N	\N	\N	\N
856	int48le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 20	\N	\N	\N	\N	\N	int48le	\N	\N	\N	\N
857	int48ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	23 20	\N	\N	\N	\N	\N	int48ge	\N	\N	\N	\N
858	namelike	11	10	12	1	0	0	1023	f	f	f	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	namelike	\N	\N	\N	\N
859	namenlike	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	namenlike	\N	\N	\N	\N
860	bpchar	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1042	18	\N	\N	\N	\N	\N	char_bpchar	\N	\N	\N	\N
861	current_database	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	19		\N	\N	\N	\N	\N	current_database	\N	\N	\N	\N
864	cash_mul_int4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 23	\N	\N	\N	\N	\N	cash_mul_int4	\N	\N	\N	\N
865	cash_div_int4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 23	\N	\N	\N	\N	\N	cash_div_int4	\N	\N	\N	\N
866	cash_mul_int2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 21	\N	\N	\N	\N	\N	cash_mul_int2	\N	\N	\N	\N
867	cash_div_int2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 21	\N	\N	\N	\N	\N	cash_div_int2	\N	\N	\N	\N
868	strpos	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	25 25	\N	\N	\N	\N	\N	textpos	\N	\N	\N	\N
870	lower	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	lower	\N	\N	\N	\N
871	upper	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	upper	\N	\N	\N	\N
872	initcap	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	initcap	\N	\N	\N	\N
873	lpad	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 23 25	\N	\N	\N	\N	\N	lpad	\N	\N	\N	\N
874	rpad	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 23 25	\N	\N	\N	\N	\N	rpad	\N	\N	\N	\N
875	ltrim	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	ltrim	\N	\N	\N	\N
876	rtrim	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	rtrim	\N	\N	\N	\N
877	substr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 23 23	\N	\N	\N	\N	\N	text_substr	\N	\N	\N	\N
878	translate	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 25 25	\N	\N	\N	\N	\N	translate	\N	\N	\N	\N
879	lpad	11	10	14	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 23	\N	\N	\N	\N	\N		\N	\N	\N	\N
880	rpad	11	10	14	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 23	\N	\N	\N	\N	\N		\N	\N	\N	\N
881	ltrim	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	ltrim1	\N	\N	\N	\N
882	rtrim	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	rtrim1	\N	\N	\N	\N
883	substr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 23	\N	\N	\N	\N	\N	text_substr_no_len	\N	\N	\N	\N
884	btrim	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	btrim	\N	\N	\N	\N
885	btrim	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	btrim1	\N	\N	\N	\N
886	cash_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	790	2275	\N	\N	\N	\N	\N	cash_in	\N	\N	\N	\N
887	cash_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	790	\N	\N	\N	\N	\N	cash_out	\N	\N	\N	\N
894	cash_pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 790	\N	\N	\N	\N	\N	cash_pl	\N	\N	\N	\N
895	cash_mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 790	\N	\N	\N	\N	\N	cash_mi	\N	\N	\N	\N
896	cash_mul_flt8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 701	\N	\N	\N	\N	\N	cash_mul_flt8	\N	\N	\N	\N
897	cash_div_flt8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 701	\N	\N	\N	\N	\N	cash_div_flt8	\N	\N	\N	\N
898	cashlarger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 790	\N	\N	\N	\N	\N	cashlarger	\N	\N	\N	\N
899	cashsmaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 790	\N	\N	\N	\N	\N	cashsmaller	\N	\N	\N	\N
910	inet_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	869	2275	\N	\N	\N	\N	\N	inet_in	\N	\N	\N	\N
911	inet_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	869	\N	\N	\N	\N	\N	inet_out	\N	\N	\N	\N
936	substring	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 23 23	\N	\N	\N	\N	\N	text_substr	\N	\N	\N	\N
937	substring	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 23	\N	\N	\N	\N	\N	text_substr_no_len	\N	\N	\N	\N
938	generate_series	11	10	12	1	1000	0	0	f	f	f	t	t	i	s	3	0	1114	1114 1114 1186	\N	\N	\N	\N	\N	generate_series_timestamp	\N	\N	\N	\N
939	generate_series	11	10	12	1	1000	0	0	f	f	f	t	t	s	s	3	0	1184	1184 1184 1186	\N	\N	\N	\N	\N	generate_series_timestamptz	\N	\N	\N	\N
940	mod	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2mod	\N	\N	\N	\N
941	mod	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4mod	\N	\N	\N	\N
942	int28mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	21 20	\N	\N	\N	\N	\N	int28mi	\N	\N	\N	\N
943	int28mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	21 20	\N	\N	\N	\N	\N	int28mul	\N	\N	\N	\N
944	char	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	18	25	\N	\N	\N	\N	\N	text_char	\N	\N	\N	\N
945	int8mod	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8mod	\N	\N	\N	\N
946	text	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	18	\N	\N	\N	\N	\N	char_text	\N	\N	\N	\N
947	mod	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8mod	\N	\N	\N	\N
948	int28div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	21 20	\N	\N	\N	\N	\N	int28div	\N	\N	\N	\N
949	hashint8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	20	\N	\N	\N	\N	\N	hashint8	\N	\N	\N	\N
952	lo_open	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	23	26 23	\N	\N	\N	\N	\N	be_lo_open	\N	\N	\N	\N
953	lo_close	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	23	23	\N	\N	\N	\N	\N	be_lo_close	\N	\N	\N	\N
954	loread	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	17	23 23	\N	\N	\N	\N	\N	be_loread	\N	\N	\N	\N
955	lowrite	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	23	23 17	\N	\N	\N	\N	\N	be_lowrite	\N	\N	\N	\N
956	lo_lseek	11	10	12	1	0	0	0	f	f	f	t	f	v	u	3	0	23	23 23 23	\N	\N	\N	\N	\N	be_lo_lseek	\N	\N	\N	\N
957	lo_creat	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	26	23	\N	\N	\N	\N	\N	be_lo_creat	\N	\N	\N	\N
958	lo_tell	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	23	23	\N	\N	\N	\N	\N	be_lo_tell	\N	\N	\N	\N
964	lo_unlink	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	23	26	\N	\N	\N	\N	\N	be_lo_unlink	\N	\N	\N	\N
972	hashbpcharextended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	1042 20	\N	\N	\N	\N	\N	hashbpcharextended	\N	\N	\N	\N
1004	lo_truncate	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	23	23 23	\N	\N	\N	\N	\N	be_lo_truncate	\N	\N	\N	\N
1026	timezone	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1186 1184	\N	\N	\N	\N	\N	timestamptz_izone	\N	\N	\N	\N
1031	aclitemin	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	1033	2275	\N	\N	\N	\N	\N	aclitemin	\N	\N	\N	\N
1032	aclitemout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	1033	\N	\N	\N	\N	\N	aclitemout	\N	\N	\N	\N
1035	aclinsert	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1034	1034 1033	\N	\N	\N	\N	\N	aclinsert	\N	\N	\N	\N
1036	aclremove	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1034	1034 1033	\N	\N	\N	\N	\N	aclremove	\N	\N	\N	\N
1037	aclcontains	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1034 1033	\N	\N	\N	\N	\N	aclcontains	\N	\N	\N	\N
1039	getdatabaseencoding	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	19		\N	\N	\N	\N	\N	getdatabaseencoding	\N	\N	\N	\N
1044	bpcharin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1042	2275 26 23	\N	\N	\N	\N	\N	bpcharin	\N	\N	\N	\N
1045	bpcharout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1042	\N	\N	\N	\N	\N	bpcharout	\N	\N	\N	\N
1046	varcharin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1043	2275 26 23	\N	\N	\N	\N	\N	varcharin	\N	\N	\N	\N
1047	varcharout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1043	\N	\N	\N	\N	\N	varcharout	\N	\N	\N	\N
1048	bpchareq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1042 1042	\N	\N	\N	\N	\N	bpchareq	\N	\N	\N	\N
1049	bpcharlt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1042 1042	\N	\N	\N	\N	\N	bpcharlt	\N	\N	\N	\N
1050	bpcharle	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1042 1042	\N	\N	\N	\N	\N	bpcharle	\N	\N	\N	\N
1051	bpchargt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1042 1042	\N	\N	\N	\N	\N	bpchargt	\N	\N	\N	\N
1052	bpcharge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1042 1042	\N	\N	\N	\N	\N	bpcharge	\N	\N	\N	\N
1053	bpcharne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1042 1042	\N	\N	\N	\N	\N	bpcharne	\N	\N	\N	\N
1062	aclitemeq	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1033 1033	\N	\N	\N	\N	\N	aclitem_eq	\N	\N	\N	\N
1063	bpchar_larger	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	1042	1042 1042	\N	\N	\N	\N	\N	bpchar_larger	\N	\N	\N	\N
1064	bpchar_smaller	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	1042	1042 1042	\N	\N	\N	\N	\N	bpchar_smaller	\N	\N	\N	\N
1065	pg_prepared_xact	11	10	12	1	1000	0	0	f	f	f	t	t	v	s	0	0	2249		{28,25,1184,26,26}	{o,o,o,o,o}	{transaction,gid,prepared,ownerid,dbid}	\N	\N	pg_prepared_xact	\N	\N	\N	\N
1066	generate_series	11	10	12	1	1000	0	3994	f	f	f	t	t	i	s	3	0	23	23 23 23	\N	\N	\N	\N	\N	generate_series_step_int4	\N	\N	\N	\N
1067	generate_series	11	10	12	1	1000	0	3994	f	f	f	t	t	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	generate_series_int4	\N	\N	\N	\N
1068	generate_series	11	10	12	1	1000	0	3995	f	f	f	t	t	i	s	3	0	20	20 20 20	\N	\N	\N	\N	\N	generate_series_step_int8	\N	\N	\N	\N
1069	generate_series	11	10	12	1	1000	0	3995	f	f	f	t	t	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	generate_series_int8	\N	\N	\N	\N
1078	bpcharcmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	1042 1042	\N	\N	\N	\N	\N	bpcharcmp	\N	\N	\N	\N
1079	regclass	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2205	25	\N	\N	\N	\N	\N	text_regclass	\N	\N	\N	\N
1080	hashbpchar	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1042	\N	\N	\N	\N	\N	hashbpchar	\N	\N	\N	\N
1081	format_type	11	10	12	1	0	0	0	f	f	f	f	f	s	s	2	0	25	26 23	\N	\N	\N	\N	\N	format_type	\N	\N	\N	\N
1084	date_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	1082	2275	\N	\N	\N	\N	\N	date_in	\N	\N	\N	\N
1085	date_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	1082	\N	\N	\N	\N	\N	date_out	\N	\N	\N	\N
1086	date_eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1082 1082	\N	\N	\N	\N	\N	date_eq	\N	\N	\N	\N
1087	date_lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1082 1082	\N	\N	\N	\N	\N	date_lt	\N	\N	\N	\N
1088	date_le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1082 1082	\N	\N	\N	\N	\N	date_le	\N	\N	\N	\N
1089	date_gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1082 1082	\N	\N	\N	\N	\N	date_gt	\N	\N	\N	\N
1090	date_ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1082 1082	\N	\N	\N	\N	\N	date_ge	\N	\N	\N	\N
1091	date_ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1082 1082	\N	\N	\N	\N	\N	date_ne	\N	\N	\N	\N
1092	date_cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	1082 1082	\N	\N	\N	\N	\N	date_cmp	\N	\N	\N	\N
1102	time_lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1083 1083	\N	\N	\N	\N	\N	time_lt	\N	\N	\N	\N
1103	time_le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1083 1083	\N	\N	\N	\N	\N	time_le	\N	\N	\N	\N
1104	time_gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1083 1083	\N	\N	\N	\N	\N	time_gt	\N	\N	\N	\N
1105	time_ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1083 1083	\N	\N	\N	\N	\N	time_ge	\N	\N	\N	\N
1106	time_ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1083 1083	\N	\N	\N	\N	\N	time_ne	\N	\N	\N	\N
1107	time_cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	1083 1083	\N	\N	\N	\N	\N	time_cmp	\N	\N	\N	\N
1136	pg_stat_get_wal	11	10	12	1	0	0	0	f	f	f	f	f	s	r	0	0	2249		{20,20,1700,20,20,20,701,701,1184}	{o,o,o,o,o,o,o,o,o}	{wal_records,wal_fpi,wal_bytes,wal_buffers_full,wal_write,wal_sync,wal_write_time,wal_sync_time,stats_reset}	\N	\N	pg_stat_get_wal	\N	\N	\N	\N
1137	pg_get_wal_replay_pause_state	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	25		\N	\N	\N	\N	\N	pg_get_wal_replay_pause_state	\N	\N	\N	\N
1138	date_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1082	1082 1082	\N	\N	\N	\N	\N	date_larger	\N	\N	\N	\N
1139	date_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1082	1082 1082	\N	\N	\N	\N	\N	date_smaller	\N	\N	\N	\N
1140	date_mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	1082 1082	\N	\N	\N	\N	\N	date_mi	\N	\N	\N	\N
1141	date_pli	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1082	1082 23	\N	\N	\N	\N	\N	date_pli	\N	\N	\N	\N
1142	date_mii	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1082	1082 23	\N	\N	\N	\N	\N	date_mii	\N	\N	\N	\N
1143	time_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1083	2275 26 23	\N	\N	\N	\N	\N	time_in	\N	\N	\N	\N
1144	time_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1083	\N	\N	\N	\N	\N	time_out	\N	\N	\N	\N
1145	time_eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1083 1083	\N	\N	\N	\N	\N	time_eq	\N	\N	\N	\N
1150	timestamptz_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1184	2275 26 23	\N	\N	\N	\N	\N	timestamptz_in	\N	\N	\N	\N
1151	timestamptz_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	1184	\N	\N	\N	\N	\N	timestamptz_out	\N	\N	\N	\N
1152	timestamptz_eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1184 1184	\N	\N	\N	\N	\N	timestamp_eq	\N	\N	\N	\N
1153	timestamptz_ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1184 1184	\N	\N	\N	\N	\N	timestamp_ne	\N	\N	\N	\N
1154	timestamptz_lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1184 1184	\N	\N	\N	\N	\N	timestamp_lt	\N	\N	\N	\N
1155	timestamptz_le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1184 1184	\N	\N	\N	\N	\N	timestamp_le	\N	\N	\N	\N
1156	timestamptz_ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1184 1184	\N	\N	\N	\N	\N	timestamp_ge	\N	\N	\N	\N
1157	timestamptz_gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1184 1184	\N	\N	\N	\N	\N	timestamp_gt	\N	\N	\N	\N
1158	to_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1184	701	\N	\N	\N	\N	\N	float8_timestamptz	\N	\N	\N	\N
1159	timezone	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	25 1184	\N	\N	\N	\N	\N	timestamptz_zone	\N	\N	\N	\N
1160	interval_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1186	2275 26 23	\N	\N	\N	\N	\N	interval_in	\N	\N	\N	\N
1161	interval_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	1186	\N	\N	\N	\N	\N	interval_out	\N	\N	\N	\N
1162	interval_eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1186 1186	\N	\N	\N	\N	\N	interval_eq	\N	\N	\N	\N
1163	interval_ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1186 1186	\N	\N	\N	\N	\N	interval_ne	\N	\N	\N	\N
1164	interval_lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1186 1186	\N	\N	\N	\N	\N	interval_lt	\N	\N	\N	\N
1165	interval_le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1186 1186	\N	\N	\N	\N	\N	interval_le	\N	\N	\N	\N
1166	interval_ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1186 1186	\N	\N	\N	\N	\N	interval_ge	\N	\N	\N	\N
1167	interval_gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1186 1186	\N	\N	\N	\N	\N	interval_gt	\N	\N	\N	\N
1168	interval_um	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1186	1186	\N	\N	\N	\N	\N	interval_um	\N	\N	\N	\N
1169	interval_pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1186 1186	\N	\N	\N	\N	\N	interval_pl	\N	\N	\N	\N
1170	interval_mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1186 1186	\N	\N	\N	\N	\N	interval_mi	\N	\N	\N	\N
1171	date_part	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	701	25 1184	\N	\N	\N	\N	\N	timestamptz_part	\N	\N	\N	\N
1172	date_part	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	25 1186	\N	\N	\N	\N	\N	interval_part	\N	\N	\N	\N
1174	timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	1184	1082	\N	\N	\N	\N	\N	date_timestamptz	\N	\N	\N	\N
1175	justify_hours	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1186	1186	\N	\N	\N	\N	\N	interval_justify_hours	\N	\N	\N	\N
1176	timestamptz	11	10	14	1	0	0	0	f	f	f	t	f	s	s	2	0	1184	1082 1083	\N	\N	\N	\N	\N		\N	\N	\N	\N
1178	date	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	1082	1184	\N	\N	\N	\N	\N	timestamptz_date	\N	\N	\N	\N
1188	timestamptz_mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1184 1184	\N	\N	\N	\N	\N	timestamp_mi	\N	\N	\N	\N
1189	timestamptz_pl_interval	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	1184	1184 1186	\N	\N	\N	\N	\N	timestamptz_pl_interval	\N	\N	\N	\N
1190	timestamptz_mi_interval	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	1184	1184 1186	\N	\N	\N	\N	\N	timestamptz_mi_interval	\N	\N	\N	\N
1191	generate_subscripts	11	10	12	1	1000	0	0	f	f	f	t	t	i	s	3	0	23	2277 23 16	\N	\N	\N	\N	\N	generate_subscripts	\N	\N	\N	\N
1192	generate_subscripts	11	10	12	1	1000	0	0	f	f	f	t	t	i	s	2	0	23	2277 23	\N	\N	\N	\N	\N	generate_subscripts_nodir	\N	\N	\N	\N
1193	array_fill	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2277	2283 1007	\N	\N	\N	\N	\N	array_fill	\N	\N	\N	\N
1194	log10	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dlog10	\N	\N	\N	\N
1195	timestamptz_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1184	1184 1184	\N	\N	\N	\N	\N	timestamp_smaller	\N	\N	\N	\N
1196	timestamptz_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1184	1184 1184	\N	\N	\N	\N	\N	timestamp_larger	\N	\N	\N	\N
1197	interval_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1186 1186	\N	\N	\N	\N	\N	interval_smaller	\N	\N	\N	\N
1198	interval_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1186 1186	\N	\N	\N	\N	\N	interval_larger	\N	\N	\N	\N
1199	age	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1184 1184	\N	\N	\N	\N	\N	timestamptz_age	\N	\N	\N	\N
1200	interval	11	10	12	1	0	0	3918	f	f	f	t	f	i	s	2	0	1186	1186 23	\N	\N	\N	\N	\N	interval_scale	\N	\N	\N	\N
1215	obj_description	11	10	14	100	0	0	0	f	f	f	t	f	s	s	2	0	25	26 19	\N	\N	\N	\N	\N		\N	\N	\N	\N
1216	col_description	11	10	14	100	0	0	0	f	f	f	t	f	s	s	2	0	25	26 23	\N	\N	\N	\N	\N		\N	\N	\N	\N
1217	date_trunc	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	1184	25 1184	\N	\N	\N	\N	\N	timestamptz_trunc	\N	\N	\N	\N
1218	date_trunc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	25 1186	\N	\N	\N	\N	\N	interval_trunc	\N	\N	\N	\N
1219	int8inc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	int8inc	\N	\N	\N	\N
1230	int8abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	int8abs	\N	\N	\N	\N
1236	int8larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8larger	\N	\N	\N	\N
1237	int8smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8smaller	\N	\N	\N	\N
1238	texticregexeq	11	10	12	1	0	0	1024	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	texticregexeq	\N	\N	\N	\N
1239	texticregexne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	texticregexne	\N	\N	\N	\N
1240	nameicregexeq	11	10	12	1	0	0	1024	f	f	f	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	nameicregexeq	\N	\N	\N	\N
1241	nameicregexne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	nameicregexne	\N	\N	\N	\N
1242	boolin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	2275	\N	\N	\N	\N	\N	boolin	\N	\N	\N	\N
1243	boolout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	16	\N	\N	\N	\N	\N	boolout	\N	\N	\N	\N
1244	byteain	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2275	\N	\N	\N	\N	\N	byteain	\N	\N	\N	\N
1245	charin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	18	2275	\N	\N	\N	\N	\N	charin	\N	\N	\N	\N
1246	charlt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	18 18	\N	\N	\N	\N	\N	charlt	\N	\N	\N	\N
1251	int4abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	int4abs	\N	\N	\N	\N
1252	nameregexne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	nameregexne	\N	\N	\N	\N
1253	int2abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	21	\N	\N	\N	\N	\N	int2abs	\N	\N	\N	\N
1254	textregexeq	11	10	12	1	0	0	1364	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	textregexeq	\N	\N	\N	\N
1256	textregexne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	textregexne	\N	\N	\N	\N
1257	textlen	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	25	\N	\N	\N	\N	\N	textlen	\N	\N	\N	\N
1258	textcat	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	textcat	\N	\N	\N	\N
1264	pg_char_to_encoding	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	23	19	\N	\N	\N	\N	\N	PG_char_to_encoding	\N	\N	\N	\N
1267	cidr_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	650	2275	\N	\N	\N	\N	\N	cidr_in	\N	\N	\N	\N
1268	parse_ident	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	1	1009	25 16	\N	\N	{str,strict}	\N	\N	parse_ident	\N	\N	\N	\N
1269	pg_column_size	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	23	2276	\N	\N	\N	\N	\N	pg_column_size	\N	\N	\N	\N
1272	datetime_pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1082 1083	\N	\N	\N	\N	\N	datetime_timestamp	\N	\N	\N	\N
1274	int84pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 23	\N	\N	\N	\N	\N	int84pl	\N	\N	\N	\N
1275	int84mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 23	\N	\N	\N	\N	\N	int84mi	\N	\N	\N	\N
1276	int84mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 23	\N	\N	\N	\N	\N	int84mul	\N	\N	\N	\N
1277	int84div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 23	\N	\N	\N	\N	\N	int84div	\N	\N	\N	\N
1278	int48pl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	23 20	\N	\N	\N	\N	\N	int48pl	\N	\N	\N	\N
1279	int48mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	23 20	\N	\N	\N	\N	\N	int48mi	\N	\N	\N	\N
1280	int48mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	23 20	\N	\N	\N	\N	\N	int48mul	\N	\N	\N	\N
1281	int48div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	23 20	\N	\N	\N	\N	\N	int48div	\N	\N	\N	\N
1282	quote_ident	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	quote_ident	\N	\N	\N	\N
1283	quote_literal	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	quote_literal	\N	\N	\N	\N
1284	date_trunc	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1184	25 1184 25	\N	\N	\N	\N	\N	timestamptz_trunc_zone	\N	\N	\N	\N
1285	quote_literal	11	10	14	1	0	0	0	f	f	f	t	f	s	s	1	0	25	2283	\N	\N	\N	\N	\N		\N	\N	\N	\N
1286	array_fill	11	10	12	1	0	0	0	f	f	f	f	f	i	s	3	0	2277	2283 1007 1007	\N	\N	\N	\N	\N	array_fill_with_lower_bounds	\N	\N	\N	\N
1287	oid	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	26	20	\N	\N	\N	\N	\N	i8tooid	\N	\N	\N	\N
1288	int8	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	20	26	\N	\N	\N	\N	\N	oidtoi8	\N	\N	\N	\N
1289	quote_nullable	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	quote_nullable	\N	\N	\N	\N
1290	quote_nullable	11	10	14	1	0	0	0	f	f	f	f	f	s	s	1	0	25	2283	\N	\N	\N	\N	\N		\N	\N	\N	\N
1295	justify_days	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1186	1186	\N	\N	\N	\N	\N	interval_justify_days	\N	\N	\N	\N
1296	timedate_pl	11	10	14	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1083 1082	\N	\N	\N	\N	\N		\N	\N	\N	\N
1298	timetzdate_pl	11	10	14	1	0	0	0	f	f	f	t	f	i	s	2	0	1184	1266 1082	\N	\N	\N	\N	\N		\N	\N	\N	\N
1299	now	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	1184		\N	\N	\N	\N	\N	now	\N	\N	\N	\N
1303	contjoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	contjoinsel	\N	\N	\N	\N
1304	overlaps	11	10	12	1	0	0	0	f	f	f	f	f	i	s	4	0	16	1184 1184 1184 1184	\N	\N	\N	\N	\N	overlaps_timestamp	\N	\N	\N	\N
1305	overlaps	11	10	14	1	0	0	0	f	f	f	f	f	s	s	4	0	16	1184 1186 1184 1186	\N	\N	\N	\N	\N		\N	\N	\N	\N
1306	overlaps	11	10	14	1	0	0	0	f	f	f	f	f	s	s	4	0	16	1184 1184 1184 1186	\N	\N	\N	\N	\N		\N	\N	\N	\N
1307	overlaps	11	10	14	1	0	0	0	f	f	f	f	f	s	s	4	0	16	1184 1186 1184 1184	\N	\N	\N	\N	\N		\N	\N	\N	\N
1308	overlaps	11	10	12	1	0	0	0	f	f	f	f	f	i	s	4	0	16	1083 1083 1083 1083	\N	\N	\N	\N	\N	overlaps_time	\N	\N	\N	\N
1309	overlaps	11	10	14	1	0	0	0	f	f	f	f	f	i	s	4	0	16	1083 1186 1083 1186	\N	\N	\N	\N	\N		\N	\N	\N	\N
1310	overlaps	11	10	14	1	0	0	0	f	f	f	f	f	i	s	4	0	16	1083 1083 1083 1186	\N	\N	\N	\N	\N		\N	\N	\N	\N
1311	overlaps	11	10	14	1	0	0	0	f	f	f	f	f	i	s	4	0	16	1083 1186 1083 1083	\N	\N	\N	\N	\N		\N	\N	\N	\N
1312	timestamp_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1114	2275 26 23	\N	\N	\N	\N	\N	timestamp_in	\N	\N	\N	\N
1313	timestamp_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	1114	\N	\N	\N	\N	\N	timestamp_out	\N	\N	\N	\N
1314	timestamptz_cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	1184 1184	\N	\N	\N	\N	\N	timestamp_cmp	\N	\N	\N	\N
1315	interval_cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	1186 1186	\N	\N	\N	\N	\N	interval_cmp	\N	\N	\N	\N
1316	time	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1083	1114	\N	\N	\N	\N	\N	timestamp_time	\N	\N	\N	\N
1317	length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	25	\N	\N	\N	\N	\N	textlen	\N	\N	\N	\N
1318	length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1042	\N	\N	\N	\N	\N	bpcharlen	\N	\N	\N	\N
1319	xideqint4	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	28 23	\N	\N	\N	\N	\N	xideq	\N	\N	\N	\N
1326	interval_div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1186 701	\N	\N	\N	\N	\N	interval_div	\N	\N	\N	\N
1339	dlog10	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dlog10	\N	\N	\N	\N
1340	log	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dlog10	\N	\N	\N	\N
1341	ln	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dlog1	\N	\N	\N	\N
1342	round	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dround	\N	\N	\N	\N
1343	trunc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dtrunc	\N	\N	\N	\N
1344	sqrt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dsqrt	\N	\N	\N	\N
1345	cbrt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dcbrt	\N	\N	\N	\N
1346	pow	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	dpow	\N	\N	\N	\N
1347	exp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dexp	\N	\N	\N	\N
1348	obj_description	11	10	14	100	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N		\N	\N	\N	\N
1349	oidvectortypes	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	30	\N	\N	\N	\N	\N	oidvectortypes	\N	\N	\N	\N
1350	timetz_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1266	2275 26 23	\N	\N	\N	\N	\N	timetz_in	\N	\N	\N	\N
1351	timetz_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1266	\N	\N	\N	\N	\N	timetz_out	\N	\N	\N	\N
1365	makeaclitem	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	0	1033	26 26 25 16	\N	\N	\N	\N	\N	makeaclitem	\N	\N	\N	\N
1367	character_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1042	\N	\N	\N	\N	\N	bpcharlen	\N	\N	\N	\N
1368	power	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	dpow	\N	\N	\N	\N
1369	character_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	25	\N	\N	\N	\N	\N	textlen	\N	\N	\N	\N
1370	interval	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	1186	1083	\N	\N	\N	\N	\N	time_interval	\N	\N	\N	\N
1371	pg_lock_status	11	10	12	1	1000	0	0	f	f	f	t	t	v	s	0	0	2249		{25,26,26,23,21,25,28,26,26,21,25,23,25,16,16,1184}	{o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{locktype,database,relation,page,tuple,virtualxid,transactionid,classid,objid,objsubid,virtualtransaction,pid,mode,granted,fastpath,waitstart}	\N	\N	pg_lock_status	\N	\N	\N	\N
1372	char_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1042	\N	\N	\N	\N	\N	bpcharlen	\N	\N	\N	\N
1373	isfinite	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	1082	\N	\N	\N	\N	\N	date_finite	\N	\N	\N	\N
1374	octet_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	25	\N	\N	\N	\N	\N	textoctetlen	\N	\N	\N	\N
1375	octet_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1042	\N	\N	\N	\N	\N	bpcharoctetlen	\N	\N	\N	\N
1376	factorial	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	20	\N	\N	\N	\N	\N	numeric_fac	\N	\N	\N	\N
1377	time_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1083	1083 1083	\N	\N	\N	\N	\N	time_larger	\N	\N	\N	\N
1378	time_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1083	1083 1083	\N	\N	\N	\N	\N	time_smaller	\N	\N	\N	\N
1379	timetz_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1266	1266 1266	\N	\N	\N	\N	\N	timetz_larger	\N	\N	\N	\N
1380	timetz_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1266	1266 1266	\N	\N	\N	\N	\N	timetz_smaller	\N	\N	\N	\N
1381	char_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	25	\N	\N	\N	\N	\N	textlen	\N	\N	\N	\N
1384	date_part	11	10	14	1	0	0	0	f	f	f	t	f	i	s	2	0	701	25 1082	\N	\N	\N	\N	\N		\N	\N	\N	\N
1385	date_part	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	25 1083	\N	\N	\N	\N	\N	time_part	\N	\N	\N	\N
1386	age	11	10	14	1	0	0	0	f	f	f	t	f	s	s	1	0	1186	1184	\N	\N	\N	\N	\N		\N	\N	\N	\N
1387	pg_get_constraintdef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_constraintdef	\N	\N	\N	\N
1389	isfinite	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	1184	\N	\N	\N	\N	\N	timestamp_finite	\N	\N	\N	\N
1390	isfinite	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	1186	\N	\N	\N	\N	\N	interval_finite	\N	\N	\N	\N
1391	pg_stat_get_backend_start	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	1184	23	\N	\N	\N	\N	\N	pg_stat_get_backend_start	\N	\N	\N	\N
1393	pg_stat_get_backend_client_port	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	23	23	\N	\N	\N	\N	\N	pg_stat_get_backend_client_port	\N	\N	\N	\N
1394	abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	700	700	\N	\N	\N	\N	\N	float4abs	\N	\N	\N	\N
1395	abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	float8abs	\N	\N	\N	\N
1396	abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	int8abs	\N	\N	\N	\N
1397	abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	int4abs	\N	\N	\N	\N
1398	abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	21	\N	\N	\N	\N	\N	int2abs	\N	\N	\N	\N
1400	name	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	19	1043	\N	\N	\N	\N	\N	text_name	\N	\N	\N	\N
1401	varchar	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	1043	19	\N	\N	\N	\N	\N	name_text	\N	\N	\N	\N
1402	current_schema	11	10	12	1	0	0	0	f	f	f	t	f	s	u	0	0	19		\N	\N	\N	\N	\N	current_schema	\N	\N	\N	\N
1403	current_schemas	11	10	12	1	0	0	0	f	f	f	t	f	s	u	1	0	1003	16	\N	\N	\N	\N	\N	current_schemas	\N	\N	\N	\N
1404	overlay	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	0	25	25 25 23 23	\N	\N	\N	\N	\N	textoverlay	\N	\N	\N	\N
1405	overlay	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 25 23	\N	\N	\N	\N	\N	textoverlay_no_len	\N	\N	\N	\N
1419	time	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1083	1186	\N	\N	\N	\N	\N	interval_time	\N	\N	\N	\N
1427	cidr_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	650	\N	\N	\N	\N	\N	cidr_out	\N	\N	\N	\N
1450	circle_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	718	2275	\N	\N	\N	\N	\N	circle_in	\N	\N	\N	\N
1451	circle_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	718	\N	\N	\N	\N	\N	circle_out	\N	\N	\N	\N
1481	log10	11	10	14	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N		\N	\N	\N	\N
1490	line_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	628	2275	\N	\N	\N	\N	\N	line_in	\N	\N	\N	\N
1491	line_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	628	\N	\N	\N	\N	\N	line_out	\N	\N	\N	\N
1564	bit_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1560	2275 26 23	\N	\N	\N	\N	\N	bit_in	\N	\N	\N	\N
1565	bit_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1560	\N	\N	\N	\N	\N	bit_out	\N	\N	\N	\N
1569	like	11	10	12	1	0	0	1023	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	textlike	\N	\N	\N	\N
1570	notlike	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	textnlike	\N	\N	\N	\N
1571	like	11	10	12	1	0	0	1023	f	f	f	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	namelike	\N	\N	\N	\N
1572	notlike	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	namenlike	\N	\N	\N	\N
1573	pg_get_ruledef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_ruledef	\N	\N	\N	\N
1574	nextval	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	20	2205	\N	\N	\N	\N	\N	nextval_oid	\N	\N	\N	\N
1575	currval	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	20	2205	\N	\N	\N	\N	\N	currval_oid	\N	\N	\N	\N
1576	setval	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	20	2205 20	\N	\N	\N	\N	\N	setval_oid	\N	\N	\N	\N
1579	varbit_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1562	2275 26 23	\N	\N	\N	\N	\N	varbit_in	\N	\N	\N	\N
1580	varbit_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1562	\N	\N	\N	\N	\N	varbit_out	\N	\N	\N	\N
1597	pg_encoding_to_char	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	19	23	\N	\N	\N	\N	\N	PG_encoding_to_char	\N	\N	\N	\N
1598	random	11	10	12	1	0	0	0	f	f	f	t	f	v	r	0	0	701		\N	\N	\N	\N	\N	drandom	\N	\N	\N	\N
1599	setseed	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	701	\N	\N	\N	\N	\N	setseed	\N	\N	\N	\N
1600	asin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dasin	\N	\N	\N	\N
1601	acos	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dacos	\N	\N	\N	\N
1602	atan	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	datan	\N	\N	\N	\N
1603	atan2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	datan2	\N	\N	\N	\N
1604	sin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dsin	\N	\N	\N	\N
1605	cos	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dcos	\N	\N	\N	\N
1606	tan	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dtan	\N	\N	\N	\N
1607	cot	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dcot	\N	\N	\N	\N
1608	degrees	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	degrees	\N	\N	\N	\N
1609	radians	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	radians	\N	\N	\N	\N
1610	pi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	0	0	701		\N	\N	\N	\N	\N	dpi	\N	\N	\N	\N
1618	interval_mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1186 701	\N	\N	\N	\N	\N	interval_mul	\N	\N	\N	\N
1619	pg_typeof	11	10	12	1	0	0	0	f	f	f	f	f	s	s	1	0	2206	2276	\N	\N	\N	\N	\N	pg_typeof	\N	\N	\N	\N
1620	ascii	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	25	\N	\N	\N	\N	\N	ascii	\N	\N	\N	\N
1621	chr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	23	\N	\N	\N	\N	\N	chr	\N	\N	\N	\N
1622	repeat	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 23	\N	\N	\N	\N	\N	repeat	\N	\N	\N	\N
1623	similar_escape	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	similar_escape	\N	\N	\N	\N
1624	mul_d_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	701 1186	\N	\N	\N	\N	\N	mul_d_interval	\N	\N	\N	\N
1631	bpcharlike	11	10	12	1	0	0	1023	f	f	f	t	f	i	s	2	0	16	1042 25	\N	\N	\N	\N	\N	textlike	\N	\N	\N	\N
1632	bpcharnlike	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1042 25	\N	\N	\N	\N	\N	textnlike	\N	\N	\N	\N
1633	texticlike	11	10	12	1	0	0	1025	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	texticlike	\N	\N	\N	\N
1634	texticnlike	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	texticnlike	\N	\N	\N	\N
1635	nameiclike	11	10	12	1	0	0	1025	f	f	f	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	nameiclike	\N	\N	\N	\N
1636	nameicnlike	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	19 25	\N	\N	\N	\N	\N	nameicnlike	\N	\N	\N	\N
1637	like_escape	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	like_escape	\N	\N	\N	\N
1638	oidgt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	26 26	\N	\N	\N	\N	\N	oidgt	\N	\N	\N	\N
1639	oidge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	26 26	\N	\N	\N	\N	\N	oidge	\N	\N	\N	\N
1640	pg_get_viewdef	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	25	25	\N	\N	\N	\N	\N	pg_get_viewdef_name	\N	\N	\N	\N
1641	pg_get_viewdef	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	25	26	\N	\N	\N	\N	\N	pg_get_viewdef	\N	\N	\N	\N
1642	pg_get_userbyid	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	19	26	\N	\N	\N	\N	\N	pg_get_userbyid	\N	\N	\N	\N
1643	pg_get_indexdef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_indexdef	\N	\N	\N	\N
1656	bpcharicregexeq	11	10	12	1	0	0	1024	f	f	f	t	f	i	s	2	0	16	1042 25	\N	\N	\N	\N	\N	texticregexeq	\N	\N	\N	\N
1657	bpcharicregexne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1042 25	\N	\N	\N	\N	\N	texticregexne	\N	\N	\N	\N
1658	bpcharregexeq	11	10	12	1	0	0	1364	f	f	f	t	f	i	s	2	0	16	1042 25	\N	\N	\N	\N	\N	textregexeq	\N	\N	\N	\N
1659	bpcharregexne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1042 25	\N	\N	\N	\N	\N	textregexne	\N	\N	\N	\N
1660	bpchariclike	11	10	12	1	0	0	1025	f	f	f	t	f	i	s	2	0	16	1042 25	\N	\N	\N	\N	\N	texticlike	\N	\N	\N	\N
1661	bpcharicnlike	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1042 25	\N	\N	\N	\N	\N	texticnlike	\N	\N	\N	\N
1662	pg_get_triggerdef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_triggerdef	\N	\N	\N	\N
1665	pg_get_serial_sequence	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	25 25	\N	\N	\N	\N	\N	pg_get_serial_sequence	\N	\N	\N	\N
1673	bitand	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1560	1560 1560	\N	\N	\N	\N	\N	bit_and	\N	\N	\N	\N
1674	bitor	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1560	1560 1560	\N	\N	\N	\N	\N	bit_or	\N	\N	\N	\N
1675	bitxor	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1560	1560 1560	\N	\N	\N	\N	\N	bitxor	\N	\N	\N	\N
1677	bitshiftleft	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1560	1560 23	\N	\N	\N	\N	\N	bitshiftleft	\N	\N	\N	\N
1678	bitshiftright	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1560	1560 23	\N	\N	\N	\N	\N	bitshiftright	\N	\N	\N	\N
1686	pg_get_keywords	11	10	12	10	500	0	0	f	f	f	t	t	s	s	0	0	2249		{25,18,16,25,25}	{o,o,o,o,o}	{word,catcode,barelabel,catdesc,baredesc}	\N	\N	pg_get_keywords	\N	\N	\N	\N
1688	time_hash	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1083	\N	\N	\N	\N	\N	time_hash	\N	\N	\N	\N
1689	aclexplode	11	10	12	1	10	0	0	f	f	f	t	t	s	s	1	0	2249	1034	{1034,26,26,25,16}	{i,o,o,o,o}	{acl,grantor,grantee,privilege_type,is_grantable}	\N	\N	aclexplode	\N	\N	\N	\N
1690	time_mi_time	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1083 1083	\N	\N	\N	\N	\N	time_mi_time	\N	\N	\N	\N
1691	boolle	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	16 16	\N	\N	\N	\N	\N	boolle	\N	\N	\N	\N
1692	boolge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	16 16	\N	\N	\N	\N	\N	boolge	\N	\N	\N	\N
1693	btboolcmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	16 16	\N	\N	\N	\N	\N	btboolcmp	\N	\N	\N	\N
1697	interval_hash	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1186	\N	\N	\N	\N	\N	interval_hash	\N	\N	\N	\N
1701	numeric_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1700	2275 26 23	\N	\N	\N	\N	\N	numeric_in	\N	\N	\N	\N
1702	numeric_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	1700	\N	\N	\N	\N	\N	numeric_out	\N	\N	\N	\N
1703	numeric	11	10	12	1	0	0	3157	f	f	f	t	f	i	s	2	0	1700	1700 23	\N	\N	\N	\N	\N	numeric	\N	\N	\N	\N
1704	numeric_abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_abs	\N	\N	\N	\N
1705	abs	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_abs	\N	\N	\N	\N
1706	sign	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_sign	\N	\N	\N	\N
1707	round	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 23	\N	\N	\N	\N	\N	numeric_round	\N	\N	\N	\N
1708	round	11	10	14	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N		\N	\N	\N	\N
1709	trunc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 23	\N	\N	\N	\N	\N	numeric_trunc	\N	\N	\N	\N
1710	trunc	11	10	14	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N		\N	\N	\N	\N
1711	ceil	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_ceil	\N	\N	\N	\N
1712	floor	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_floor	\N	\N	\N	\N
1713	length	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	23	17 19	\N	\N	\N	\N	\N	length_in_encoding	\N	\N	\N	\N
1714	convert_from	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	17 19	\N	\N	\N	\N	\N	pg_convert_from	\N	\N	\N	\N
1716	pg_get_expr	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	194 26	\N	\N	\N	\N	\N	pg_get_expr	\N	\N	\N	\N
1717	convert_to	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	17	25 19	\N	\N	\N	\N	\N	pg_convert_to	\N	\N	\N	\N
1718	numeric_eq	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1700 1700	\N	\N	\N	\N	\N	numeric_eq	\N	\N	\N	\N
1719	numeric_ne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1700 1700	\N	\N	\N	\N	\N	numeric_ne	\N	\N	\N	\N
1720	numeric_gt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1700 1700	\N	\N	\N	\N	\N	numeric_gt	\N	\N	\N	\N
1721	numeric_ge	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1700 1700	\N	\N	\N	\N	\N	numeric_ge	\N	\N	\N	\N
1722	numeric_lt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1700 1700	\N	\N	\N	\N	\N	numeric_lt	\N	\N	\N	\N
1723	numeric_le	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1700 1700	\N	\N	\N	\N	\N	numeric_le	\N	\N	\N	\N
1724	numeric_add	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_add	\N	\N	\N	\N
1725	numeric_sub	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_sub	\N	\N	\N	\N
1726	numeric_mul	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_mul	\N	\N	\N	\N
1727	numeric_div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_div	\N	\N	\N	\N
1728	mod	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_mod	\N	\N	\N	\N
1729	numeric_mod	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_mod	\N	\N	\N	\N
1730	sqrt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_sqrt	\N	\N	\N	\N
1731	numeric_sqrt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_sqrt	\N	\N	\N	\N
1732	exp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_exp	\N	\N	\N	\N
1733	numeric_exp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_exp	\N	\N	\N	\N
1734	ln	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_ln	\N	\N	\N	\N
1735	numeric_ln	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_ln	\N	\N	\N	\N
1736	log	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_log	\N	\N	\N	\N
1737	numeric_log	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_log	\N	\N	\N	\N
1738	pow	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_power	\N	\N	\N	\N
1739	numeric_power	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_power	\N	\N	\N	\N
1740	numeric	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	1700	23	\N	\N	\N	\N	\N	int4_numeric	\N	\N	\N	\N
1741	log	11	10	14	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N		\N	\N	\N	\N
1742	numeric	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	1700	700	\N	\N	\N	\N	\N	float4_numeric	\N	\N	\N	\N
1743	numeric	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	1700	701	\N	\N	\N	\N	\N	float8_numeric	\N	\N	\N	\N
1744	int4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1700	\N	\N	\N	\N	\N	numeric_int4	\N	\N	\N	\N
1745	float4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	700	1700	\N	\N	\N	\N	\N	numeric_float4	\N	\N	\N	\N
1746	float8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1700	\N	\N	\N	\N	\N	numeric_float8	\N	\N	\N	\N
1747	time_pl_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1083	1083 1186	\N	\N	\N	\N	\N	time_pl_interval	\N	\N	\N	\N
1748	time_mi_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1083	1083 1186	\N	\N	\N	\N	\N	time_mi_interval	\N	\N	\N	\N
1749	timetz_pl_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1266	1266 1186	\N	\N	\N	\N	\N	timetz_pl_interval	\N	\N	\N	\N
1750	timetz_mi_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1266	1266 1186	\N	\N	\N	\N	\N	timetz_mi_interval	\N	\N	\N	\N
1764	numeric_inc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_inc	\N	\N	\N	\N
1765	setval	11	10	12	1	0	0	0	f	f	f	t	f	v	u	3	0	20	2205 20 16	\N	\N	\N	\N	\N	setval3_oid	\N	\N	\N	\N
1766	numeric_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_smaller	\N	\N	\N	\N
1767	numeric_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_larger	\N	\N	\N	\N
1768	to_char	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	1186 25	\N	\N	\N	\N	\N	interval_to_char	\N	\N	\N	\N
1769	numeric_cmp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	1700 1700	\N	\N	\N	\N	\N	numeric_cmp	\N	\N	\N	\N
1770	to_char	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	1184 25	\N	\N	\N	\N	\N	timestamptz_to_char	\N	\N	\N	\N
1771	numeric_uminus	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_uminus	\N	\N	\N	\N
1772	to_char	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	1700 25	\N	\N	\N	\N	\N	numeric_to_char	\N	\N	\N	\N
1773	to_char	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	23 25	\N	\N	\N	\N	\N	int4_to_char	\N	\N	\N	\N
1774	to_char	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	20 25	\N	\N	\N	\N	\N	int8_to_char	\N	\N	\N	\N
1775	to_char	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	700 25	\N	\N	\N	\N	\N	float4_to_char	\N	\N	\N	\N
1776	to_char	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	701 25	\N	\N	\N	\N	\N	float8_to_char	\N	\N	\N	\N
1777	to_number	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	1700	25 25	\N	\N	\N	\N	\N	numeric_to_number	\N	\N	\N	\N
1778	to_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	1184	25 25	\N	\N	\N	\N	\N	to_timestamp	\N	\N	\N	\N
1779	int8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	1700	\N	\N	\N	\N	\N	numeric_int8	\N	\N	\N	\N
1780	to_date	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	1082	25 25	\N	\N	\N	\N	\N	to_date	\N	\N	\N	\N
1781	numeric	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	1700	20	\N	\N	\N	\N	\N	int8_numeric	\N	\N	\N	\N
1782	numeric	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	1700	21	\N	\N	\N	\N	\N	int2_numeric	\N	\N	\N	\N
1783	int2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	1700	\N	\N	\N	\N	\N	numeric_int2	\N	\N	\N	\N
1798	oidin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	26	2275	\N	\N	\N	\N	\N	oidin	\N	\N	\N	\N
1799	oidout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	26	\N	\N	\N	\N	\N	oidout	\N	\N	\N	\N
1810	bit_length	11	10	14	1	0	0	0	f	f	f	t	f	i	s	1	0	23	17	\N	\N	\N	\N	\N		\N	\N	\N	\N
1811	bit_length	11	10	14	1	0	0	0	f	f	f	t	f	i	s	1	0	23	25	\N	\N	\N	\N	\N		\N	\N	\N	\N
1813	convert	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	17	17 19 19	\N	\N	\N	\N	\N	pg_convert	\N	\N	\N	\N
1814	iclikesel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	iclikesel	\N	\N	\N	\N
1815	icnlikesel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	icnlikesel	\N	\N	\N	\N
1816	iclikejoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	iclikejoinsel	\N	\N	\N	\N
1817	icnlikejoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	icnlikejoinsel	\N	\N	\N	\N
1818	regexeqsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	regexeqsel	\N	\N	\N	\N
1819	likesel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	likesel	\N	\N	\N	\N
1820	icregexeqsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	icregexeqsel	\N	\N	\N	\N
1821	regexnesel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	regexnesel	\N	\N	\N	\N
1822	nlikesel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	nlikesel	\N	\N	\N	\N
1823	icregexnesel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	icregexnesel	\N	\N	\N	\N
1824	regexeqjoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	regexeqjoinsel	\N	\N	\N	\N
1825	likejoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	likejoinsel	\N	\N	\N	\N
1826	icregexeqjoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	icregexeqjoinsel	\N	\N	\N	\N
1827	regexnejoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	regexnejoinsel	\N	\N	\N	\N
1828	nlikejoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	nlikejoinsel	\N	\N	\N	\N
1829	icregexnejoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	icregexnejoinsel	\N	\N	\N	\N
1830	float8_avg	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_avg	\N	\N	\N	\N
1831	float8_var_samp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_var_samp	\N	\N	\N	\N
1832	float8_stddev_samp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_stddev_samp	\N	\N	\N	\N
1833	numeric_accum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 1700	\N	\N	\N	\N	\N	numeric_accum	\N	\N	\N	\N
1834	int2_accum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 21	\N	\N	\N	\N	\N	int2_accum	\N	\N	\N	\N
1835	int4_accum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 23	\N	\N	\N	\N	\N	int4_accum	\N	\N	\N	\N
1836	int8_accum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 20	\N	\N	\N	\N	\N	int8_accum	\N	\N	\N	\N
1837	numeric_avg	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_avg	\N	\N	\N	\N
1838	numeric_var_samp	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_var_samp	\N	\N	\N	\N
1839	numeric_stddev_samp	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_stddev_samp	\N	\N	\N	\N
1840	int2_sum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	20	20 21	\N	\N	\N	\N	\N	int2_sum	\N	\N	\N	\N
1841	int4_sum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	20	20 23	\N	\N	\N	\N	\N	int4_sum	\N	\N	\N	\N
1842	int8_sum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	1700	1700 20	\N	\N	\N	\N	\N	int8_sum	\N	\N	\N	\N
1843	interval_accum	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1187	1187 1186	\N	\N	\N	\N	\N	interval_accum	\N	\N	\N	\N
1844	interval_avg	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1186	1187	\N	\N	\N	\N	\N	interval_avg	\N	\N	\N	\N
1845	to_ascii	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	to_ascii_default	\N	\N	\N	\N
1846	to_ascii	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 23	\N	\N	\N	\N	\N	to_ascii_enc	\N	\N	\N	\N
1847	to_ascii	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 19	\N	\N	\N	\N	\N	to_ascii_encname	\N	\N	\N	\N
1848	interval_pl_time	11	10	14	1	0	0	0	f	f	f	t	f	i	s	2	0	1083	1186 1083	\N	\N	\N	\N	\N		\N	\N	\N	\N
1850	int28eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 20	\N	\N	\N	\N	\N	int28eq	\N	\N	\N	\N
1851	int28ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 20	\N	\N	\N	\N	\N	int28ne	\N	\N	\N	\N
1852	int28lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 20	\N	\N	\N	\N	\N	int28lt	\N	\N	\N	\N
1853	int28gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 20	\N	\N	\N	\N	\N	int28gt	\N	\N	\N	\N
1854	int28le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 20	\N	\N	\N	\N	\N	int28le	\N	\N	\N	\N
1855	int28ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	21 20	\N	\N	\N	\N	\N	int28ge	\N	\N	\N	\N
1856	int82eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 21	\N	\N	\N	\N	\N	int82eq	\N	\N	\N	\N
1857	int82ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 21	\N	\N	\N	\N	\N	int82ne	\N	\N	\N	\N
1858	int82lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 21	\N	\N	\N	\N	\N	int82lt	\N	\N	\N	\N
1859	int82gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 21	\N	\N	\N	\N	\N	int82gt	\N	\N	\N	\N
1860	int82le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 21	\N	\N	\N	\N	\N	int82le	\N	\N	\N	\N
1861	int82ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	20 21	\N	\N	\N	\N	\N	int82ge	\N	\N	\N	\N
1892	int2and	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2and	\N	\N	\N	\N
1893	int2or	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2or	\N	\N	\N	\N
1894	int2xor	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 21	\N	\N	\N	\N	\N	int2xor	\N	\N	\N	\N
1895	int2not	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	21	\N	\N	\N	\N	\N	int2not	\N	\N	\N	\N
1896	int2shl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 23	\N	\N	\N	\N	\N	int2shl	\N	\N	\N	\N
1897	int2shr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	21	21 23	\N	\N	\N	\N	\N	int2shr	\N	\N	\N	\N
1898	int4and	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4and	\N	\N	\N	\N
1899	int4or	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4or	\N	\N	\N	\N
1900	int4xor	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4xor	\N	\N	\N	\N
1901	int4not	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	int4not	\N	\N	\N	\N
1902	int4shl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4shl	\N	\N	\N	\N
1903	int4shr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4shr	\N	\N	\N	\N
1904	int8and	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8and	\N	\N	\N	\N
1905	int8or	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8or	\N	\N	\N	\N
1906	int8xor	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8xor	\N	\N	\N	\N
1907	int8not	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	int8not	\N	\N	\N	\N
1908	int8shl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 23	\N	\N	\N	\N	\N	int8shl	\N	\N	\N	\N
1909	int8shr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 23	\N	\N	\N	\N	\N	int8shr	\N	\N	\N	\N
1910	int8up	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	int8up	\N	\N	\N	\N
1911	int2up	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	21	\N	\N	\N	\N	\N	int2up	\N	\N	\N	\N
1912	int4up	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	int4up	\N	\N	\N	\N
1913	float4up	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	700	700	\N	\N	\N	\N	\N	float4up	\N	\N	\N	\N
1914	float8up	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	float8up	\N	\N	\N	\N
1915	numeric_uplus	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_uplus	\N	\N	\N	\N
1922	has_table_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_table_privilege_name_name	\N	\N	\N	\N
1923	has_table_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_table_privilege_name_id	\N	\N	\N	\N
1924	has_table_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_table_privilege_id_name	\N	\N	\N	\N
1925	has_table_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_table_privilege_id_id	\N	\N	\N	\N
1926	has_table_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_table_privilege_name	\N	\N	\N	\N
1927	has_table_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_table_privilege_id	\N	\N	\N	\N
1928	pg_stat_get_numscans	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_numscans	\N	\N	\N	\N
1929	pg_stat_get_tuples_returned	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_tuples_returned	\N	\N	\N	\N
1930	pg_stat_get_tuples_fetched	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_tuples_fetched	\N	\N	\N	\N
1931	pg_stat_get_tuples_inserted	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_tuples_inserted	\N	\N	\N	\N
1932	pg_stat_get_tuples_updated	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_tuples_updated	\N	\N	\N	\N
1933	pg_stat_get_tuples_deleted	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_tuples_deleted	\N	\N	\N	\N
1934	pg_stat_get_blocks_fetched	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_blocks_fetched	\N	\N	\N	\N
1935	pg_stat_get_blocks_hit	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_blocks_hit	\N	\N	\N	\N
1936	pg_stat_get_backend_idset	11	10	12	1	100	0	0	f	f	f	t	t	s	r	0	0	23		\N	\N	\N	\N	\N	pg_stat_get_backend_idset	\N	\N	\N	\N
1937	pg_stat_get_backend_pid	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	23	23	\N	\N	\N	\N	\N	pg_stat_get_backend_pid	\N	\N	\N	\N
1938	pg_stat_get_backend_dbid	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	26	23	\N	\N	\N	\N	\N	pg_stat_get_backend_dbid	\N	\N	\N	\N
1939	pg_stat_get_backend_userid	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	26	23	\N	\N	\N	\N	\N	pg_stat_get_backend_userid	\N	\N	\N	\N
1940	pg_stat_get_backend_activity	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	25	23	\N	\N	\N	\N	\N	pg_stat_get_backend_activity	\N	\N	\N	\N
1941	pg_stat_get_db_numbackends	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	23	26	\N	\N	\N	\N	\N	pg_stat_get_db_numbackends	\N	\N	\N	\N
1942	pg_stat_get_db_xact_commit	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_xact_commit	\N	\N	\N	\N
1943	pg_stat_get_db_xact_rollback	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_xact_rollback	\N	\N	\N	\N
1944	pg_stat_get_db_blocks_fetched	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_blocks_fetched	\N	\N	\N	\N
1945	pg_stat_get_db_blocks_hit	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_blocks_hit	\N	\N	\N	\N
1946	encode	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	17 25	\N	\N	\N	\N	\N	binary_encode	\N	\N	\N	\N
1947	decode	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	17	25 25	\N	\N	\N	\N	\N	binary_decode	\N	\N	\N	\N
1948	byteaeq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	17 17	\N	\N	\N	\N	\N	byteaeq	\N	\N	\N	\N
1949	bytealt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	17 17	\N	\N	\N	\N	\N	bytealt	\N	\N	\N	\N
1950	byteale	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	17 17	\N	\N	\N	\N	\N	byteale	\N	\N	\N	\N
1951	byteagt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	17 17	\N	\N	\N	\N	\N	byteagt	\N	\N	\N	\N
1952	byteage	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	17 17	\N	\N	\N	\N	\N	byteage	\N	\N	\N	\N
1953	byteane	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	17 17	\N	\N	\N	\N	\N	byteane	\N	\N	\N	\N
1954	byteacmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	17 17	\N	\N	\N	\N	\N	byteacmp	\N	\N	\N	\N
1961	timestamp	11	10	12	1	0	0	3917	f	f	f	t	f	i	s	2	0	1114	1114 23	\N	\N	\N	\N	\N	timestamp_scale	\N	\N	\N	\N
1962	int2_avg_accum	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1016	1016 21	\N	\N	\N	\N	\N	int2_avg_accum	\N	\N	\N	\N
1963	int4_avg_accum	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1016	1016 23	\N	\N	\N	\N	\N	int4_avg_accum	\N	\N	\N	\N
1964	int8_avg	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1016	\N	\N	\N	\N	\N	int8_avg	\N	\N	\N	\N
1965	oidlarger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	26	26 26	\N	\N	\N	\N	\N	oidlarger	\N	\N	\N	\N
1966	oidsmaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	26	26 26	\N	\N	\N	\N	\N	oidsmaller	\N	\N	\N	\N
1967	timestamptz	11	10	12	1	0	0	3917	f	f	f	t	f	i	s	2	0	1184	1184 23	\N	\N	\N	\N	\N	timestamptz_scale	\N	\N	\N	\N
1968	time	11	10	12	1	0	0	3944	f	f	f	t	f	i	s	2	0	1083	1083 23	\N	\N	\N	\N	\N	time_scale	\N	\N	\N	\N
1972	pg_stat_get_tuples_hot_updated	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_tuples_hot_updated	\N	\N	\N	\N
1973	div	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_div_trunc	\N	\N	\N	\N
1980	numeric_div_trunc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_div_trunc	\N	\N	\N	\N
1986	similar_to_escape	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	similar_to_escape_2	\N	\N	\N	\N
1987	similar_to_escape	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	similar_to_escape_1	\N	\N	\N	\N
1993	shobj_description	11	10	14	100	0	0	0	f	f	f	t	f	s	s	2	0	25	26 19	\N	\N	\N	\N	\N		\N	\N	\N	\N
2003	textanycat	11	10	14	1	0	0	0	f	f	f	t	f	s	s	2	0	25	25 2776	\N	\N	\N	\N	\N		\N	\N	\N	\N
2004	anytextcat	11	10	14	1	0	0	0	f	f	f	t	f	s	s	2	0	25	2776 25	\N	\N	\N	\N	\N		\N	\N	\N	\N
2005	bytealike	11	10	12	1	0	0	1023	f	f	f	t	f	i	s	2	0	16	17 17	\N	\N	\N	\N	\N	bytealike	\N	\N	\N	\N
2006	byteanlike	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	17 17	\N	\N	\N	\N	\N	byteanlike	\N	\N	\N	\N
2007	like	11	10	12	1	0	0	1023	f	f	f	t	f	i	s	2	0	16	17 17	\N	\N	\N	\N	\N	bytealike	\N	\N	\N	\N
2008	notlike	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	17 17	\N	\N	\N	\N	\N	byteanlike	\N	\N	\N	\N
2009	like_escape	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	17	17 17	\N	\N	\N	\N	\N	like_escape_bytea	\N	\N	\N	\N
2010	length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	17	\N	\N	\N	\N	\N	byteaoctetlen	\N	\N	\N	\N
2011	byteacat	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	17	17 17	\N	\N	\N	\N	\N	byteacat	\N	\N	\N	\N
2012	substring	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	17	17 23 23	\N	\N	\N	\N	\N	bytea_substr	\N	\N	\N	\N
2013	substring	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	17	17 23	\N	\N	\N	\N	\N	bytea_substr_no_len	\N	\N	\N	\N
2014	position	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	17 17	\N	\N	\N	\N	\N	byteapos	\N	\N	\N	\N
2015	btrim	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	17	17 17	\N	\N	\N	\N	\N	byteatrim	\N	\N	\N	\N
2019	time	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	1083	1184	\N	\N	\N	\N	\N	timestamptz_time	\N	\N	\N	\N
2020	date_trunc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	25 1114	\N	\N	\N	\N	\N	timestamp_trunc	\N	\N	\N	\N
2021	date_part	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	25 1114	\N	\N	\N	\N	\N	timestamp_part	\N	\N	\N	\N
2022	pg_stat_get_activity	11	10	12	1	100	0	0	f	f	f	f	t	s	r	1	0	2249	23	{23,26,23,26,25,25,25,25,25,1184,1184,1184,1184,869,25,23,28,28,25,16,25,25,23,25,1700,25,16,25,16,23,20}	{i,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{pid,datid,pid,usesysid,application_name,state,query,wait_event_type,wait_event,xact_start,query_start,backend_start,state_change,client_addr,client_hostname,client_port,backend_xid,backend_xmin,backend_type,ssl,sslversion,sslcipher,sslbits,ssl_client_dn,ssl_client_serial,ssl_issuer_dn,gss_auth,gss_princ,gss_enc,leader_pid,query_id}	\N	\N	pg_stat_get_activity	\N	\N	\N	\N
2024	timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1114	1082	\N	\N	\N	\N	\N	date_timestamp	\N	\N	\N	\N
2025	timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1082 1083	\N	\N	\N	\N	\N	datetime_timestamp	\N	\N	\N	\N
2026	pg_backend_pid	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	23		\N	\N	\N	\N	\N	pg_backend_pid	\N	\N	\N	\N
2027	timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	1114	1184	\N	\N	\N	\N	\N	timestamptz_timestamp	\N	\N	\N	\N
2028	timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	1184	1114	\N	\N	\N	\N	\N	timestamp_timestamptz	\N	\N	\N	\N
2029	date	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1082	1114	\N	\N	\N	\N	\N	timestamp_date	\N	\N	\N	\N
2031	timestamp_mi	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1114 1114	\N	\N	\N	\N	\N	timestamp_mi	\N	\N	\N	\N
2032	timestamp_pl_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1114 1186	\N	\N	\N	\N	\N	timestamp_pl_interval	\N	\N	\N	\N
2033	timestamp_mi_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1114 1186	\N	\N	\N	\N	\N	timestamp_mi_interval	\N	\N	\N	\N
2034	pg_conf_load_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	1184		\N	\N	\N	\N	\N	pg_conf_load_time	\N	\N	\N	\N
2035	timestamp_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1114 1114	\N	\N	\N	\N	\N	timestamp_smaller	\N	\N	\N	\N
2036	timestamp_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1114 1114	\N	\N	\N	\N	\N	timestamp_larger	\N	\N	\N	\N
2039	timestamp_hash	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1114	\N	\N	\N	\N	\N	timestamp_hash	\N	\N	\N	\N
2041	overlaps	11	10	12	1	0	0	0	f	f	f	f	f	i	s	4	0	16	1114 1114 1114 1114	\N	\N	\N	\N	\N	overlaps_timestamp	\N	\N	\N	\N
2042	overlaps	11	10	14	1	0	0	0	f	f	f	f	f	i	s	4	0	16	1114 1186 1114 1186	\N	\N	\N	\N	\N		\N	\N	\N	\N
2043	overlaps	11	10	14	1	0	0	0	f	f	f	f	f	i	s	4	0	16	1114 1114 1114 1186	\N	\N	\N	\N	\N		\N	\N	\N	\N
2044	overlaps	11	10	14	1	0	0	0	f	f	f	f	f	i	s	4	0	16	1114 1186 1114 1114	\N	\N	\N	\N	\N		\N	\N	\N	\N
2045	timestamp_cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	1114 1114	\N	\N	\N	\N	\N	timestamp_cmp	\N	\N	\N	\N
2048	isfinite	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	1114	\N	\N	\N	\N	\N	timestamp_finite	\N	\N	\N	\N
2049	to_char	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	1114 25	\N	\N	\N	\N	\N	timestamp_to_char	\N	\N	\N	\N
2050	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	2277	2277	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2051	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	2277	2277	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2052	timestamp_eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1114 1114	\N	\N	\N	\N	\N	timestamp_eq	\N	\N	\N	\N
2053	timestamp_ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1114 1114	\N	\N	\N	\N	\N	timestamp_ne	\N	\N	\N	\N
2054	timestamp_lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1114 1114	\N	\N	\N	\N	\N	timestamp_lt	\N	\N	\N	\N
2055	timestamp_le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1114 1114	\N	\N	\N	\N	\N	timestamp_le	\N	\N	\N	\N
2056	timestamp_ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1114 1114	\N	\N	\N	\N	\N	timestamp_ge	\N	\N	\N	\N
2057	timestamp_gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1114 1114	\N	\N	\N	\N	\N	timestamp_gt	\N	\N	\N	\N
2058	age	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1186	1114 1114	\N	\N	\N	\N	\N	timestamp_age	\N	\N	\N	\N
2059	age	11	10	14	1	0	0	0	f	f	f	t	f	s	s	1	0	1186	1114	\N	\N	\N	\N	\N		\N	\N	\N	\N
2069	timezone	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1184	25 1114	\N	\N	\N	\N	\N	timestamp_zone	\N	\N	\N	\N
2070	timezone	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1184	1186 1114	\N	\N	\N	\N	\N	timestamp_izone	\N	\N	\N	\N
2071	date_pl_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1082 1186	\N	\N	\N	\N	\N	date_pl_interval	\N	\N	\N	\N
2072	date_mi_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1082 1186	\N	\N	\N	\N	\N	date_mi_interval	\N	\N	\N	\N
2073	substring	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	textregexsubstr	\N	\N	\N	\N
2074	substring	11	10	14	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 25 25	\N	\N	\N	\N	\N		\N	\N	\N	\N
2077	current_setting	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	25	\N	\N	\N	\N	\N	show_config_by_name	\N	\N	\N	\N
2078	set_config	11	10	12	1	0	0	0	f	f	f	f	f	v	u	3	0	25	25 25 16	\N	\N	\N	\N	\N	set_config_by_name	\N	\N	\N	\N
2079	pg_table_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_table_is_visible	\N	\N	\N	\N
2080	pg_type_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_type_is_visible	\N	\N	\N	\N
2081	pg_function_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_function_is_visible	\N	\N	\N	\N
2082	pg_operator_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_operator_is_visible	\N	\N	\N	\N
2083	pg_opclass_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_opclass_is_visible	\N	\N	\N	\N
2084	pg_show_all_settings	11	10	12	1	1000	0	0	f	f	f	t	t	s	s	0	0	2249		{25,25,25,25,25,25,25,25,25,25,25,1009,25,25,25,23,16}	{o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{name,setting,unit,category,short_desc,extra_desc,context,vartype,source,min_val,max_val,enumvals,boot_val,reset_val,sourcefile,sourceline,pending_restart}	\N	\N	show_all_settings	\N	\N	\N	\N
2085	substr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	17	17 23 23	\N	\N	\N	\N	\N	bytea_substr	\N	\N	\N	\N
2086	substr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	17	17 23	\N	\N	\N	\N	\N	bytea_substr_no_len	\N	\N	\N	\N
2087	replace	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 25 25	\N	\N	\N	\N	\N	replace_text	\N	\N	\N	\N
2088	split_part	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 25 23	\N	\N	\N	\N	\N	split_part	\N	\N	\N	\N
2089	to_hex	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	23	\N	\N	\N	\N	\N	to_hex32	\N	\N	\N	\N
2090	to_hex	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	20	\N	\N	\N	\N	\N	to_hex64	\N	\N	\N	\N
2091	array_lower	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	2277 23	\N	\N	\N	\N	\N	array_lower	\N	\N	\N	\N
2092	array_upper	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	2277 23	\N	\N	\N	\N	\N	array_upper	\N	\N	\N	\N
2093	pg_conversion_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_conversion_is_visible	\N	\N	\N	\N
2094	pg_stat_get_backend_activity_start	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	1184	23	\N	\N	\N	\N	\N	pg_stat_get_backend_activity_start	\N	\N	\N	\N
2096	pg_terminate_backend	11	10	12	1	0	0	0	f	f	f	t	f	v	s	2	1	16	23 20	\N	\N	{pid,timeout}	\N	\N	pg_terminate_backend	\N	\N	\N	\N
2098	pg_get_functiondef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_functiondef	\N	\N	\N	\N
2100	avg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2101	avg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2102	avg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2103	avg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2104	avg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2105	avg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2106	avg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1186	1186	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2107	sum	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2108	sum	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	20	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2109	sum	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	20	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2110	sum	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	700	700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2111	sum	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2113	sum	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1186	1186	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2114	sum	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2115	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2116	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2117	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	21	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2118	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	26	26	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2119	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	700	700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2120	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2121	pg_column_compression	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	2276	\N	\N	\N	\N	\N	pg_column_compression	\N	\N	\N	\N
2122	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1082	1082	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2123	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1083	1083	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2126	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1114	1114	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2127	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1184	1184	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2128	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1186	1186	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2129	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2130	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2131	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2132	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2133	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	21	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2134	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	26	26	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2135	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	700	700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2136	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2137	pg_stat_force_next_flush	11	10	12	1	0	0	0	f	f	f	f	f	v	r	0	0	2278		\N	\N	\N	\N	\N	pg_stat_force_next_flush	\N	\N	\N	\N
2138	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1082	1082	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2139	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1083	1083	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2142	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1114	1114	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2143	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1184	1184	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2144	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1186	1186	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2145	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2146	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2147	count	11	10	12	1	0	0	6236	a	f	f	f	f	i	s	1	0	20	2276	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2148	variance	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2149	variance	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2150	variance	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2151	variance	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2152	variance	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2153	variance	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2154	stddev	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2155	stddev	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2156	stddev	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2157	stddev	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2158	stddev	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2159	stddev	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2160	text_pattern_lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	text_pattern_lt	\N	\N	\N	\N
2161	text_pattern_le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	text_pattern_le	\N	\N	\N	\N
2162	pg_get_function_arguments	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_function_arguments	\N	\N	\N	\N
2163	text_pattern_ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	text_pattern_ge	\N	\N	\N	\N
2164	text_pattern_gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	text_pattern_gt	\N	\N	\N	\N
2165	pg_get_function_result	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_function_result	\N	\N	\N	\N
2166	bttext_pattern_cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	25 25	\N	\N	\N	\N	\N	bttext_pattern_cmp	\N	\N	\N	\N
2167	ceiling	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_ceil	\N	\N	\N	\N
2168	pg_database_size	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	20	19	\N	\N	\N	\N	\N	pg_database_size_name	\N	\N	\N	\N
2169	power	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_power	\N	\N	\N	\N
2170	width_bucket	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	0	23	1700 1700 1700 23	\N	\N	\N	\N	\N	width_bucket_numeric	\N	\N	\N	\N
2171	pg_cancel_backend	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	16	23	\N	\N	\N	\N	\N	pg_cancel_backend	\N	\N	\N	\N
2174	bpchar_pattern_lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1042 1042	\N	\N	\N	\N	\N	bpchar_pattern_lt	\N	\N	\N	\N
2175	bpchar_pattern_le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1042 1042	\N	\N	\N	\N	\N	bpchar_pattern_le	\N	\N	\N	\N
2176	array_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	2277 23	\N	\N	\N	\N	\N	array_length	\N	\N	\N	\N
2177	bpchar_pattern_ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1042 1042	\N	\N	\N	\N	\N	bpchar_pattern_ge	\N	\N	\N	\N
2178	bpchar_pattern_gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	1042 1042	\N	\N	\N	\N	\N	bpchar_pattern_gt	\N	\N	\N	\N
2180	btbpchar_pattern_cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	1042 1042	\N	\N	\N	\N	\N	btbpchar_pattern_cmp	\N	\N	\N	\N
2181	has_sequence_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_sequence_privilege_name_name	\N	\N	\N	\N
2182	has_sequence_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_sequence_privilege_name_id	\N	\N	\N	\N
2183	has_sequence_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_sequence_privilege_id_name	\N	\N	\N	\N
2184	has_sequence_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_sequence_privilege_id_id	\N	\N	\N	\N
2185	has_sequence_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_sequence_privilege_name	\N	\N	\N	\N
2186	has_sequence_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_sequence_privilege_id	\N	\N	\N	\N
2188	btint48cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	23 20	\N	\N	\N	\N	\N	btint48cmp	\N	\N	\N	\N
2189	btint84cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	20 23	\N	\N	\N	\N	\N	btint84cmp	\N	\N	\N	\N
2190	btint24cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	21 23	\N	\N	\N	\N	\N	btint24cmp	\N	\N	\N	\N
2191	btint42cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	23 21	\N	\N	\N	\N	\N	btint42cmp	\N	\N	\N	\N
2192	btint28cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	21 20	\N	\N	\N	\N	\N	btint28cmp	\N	\N	\N	\N
2193	btint82cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	20 21	\N	\N	\N	\N	\N	btint82cmp	\N	\N	\N	\N
2194	btfloat48cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	700 701	\N	\N	\N	\N	\N	btfloat48cmp	\N	\N	\N	\N
2195	btfloat84cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	701 700	\N	\N	\N	\N	\N	btfloat84cmp	\N	\N	\N	\N
2197	inet_client_port	11	10	12	1	0	0	0	f	f	f	f	f	s	r	0	0	23		\N	\N	\N	\N	\N	inet_client_port	\N	\N	\N	\N
2199	inet_server_port	11	10	12	1	0	0	0	f	f	f	f	f	s	r	0	0	23		\N	\N	\N	\N	\N	inet_server_port	\N	\N	\N	\N
2212	regprocedurein	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2202	2275	\N	\N	\N	\N	\N	regprocedurein	\N	\N	\N	\N
2213	regprocedureout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2202	\N	\N	\N	\N	\N	regprocedureout	\N	\N	\N	\N
2214	regoperin	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2203	2275	\N	\N	\N	\N	\N	regoperin	\N	\N	\N	\N
2215	regoperout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2203	\N	\N	\N	\N	\N	regoperout	\N	\N	\N	\N
2216	regoperatorin	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2204	2275	\N	\N	\N	\N	\N	regoperatorin	\N	\N	\N	\N
2217	regoperatorout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2204	\N	\N	\N	\N	\N	regoperatorout	\N	\N	\N	\N
2218	regclassin	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2205	2275	\N	\N	\N	\N	\N	regclassin	\N	\N	\N	\N
2219	regclassout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2205	\N	\N	\N	\N	\N	regclassout	\N	\N	\N	\N
2220	regtypein	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2206	2275	\N	\N	\N	\N	\N	regtypein	\N	\N	\N	\N
2221	regtypeout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2206	\N	\N	\N	\N	\N	regtypeout	\N	\N	\N	\N
2230	pg_stat_clear_snapshot	11	10	12	1	0	0	0	f	f	f	f	f	v	r	0	0	2278		\N	\N	\N	\N	\N	pg_stat_clear_snapshot	\N	\N	\N	\N
2232	pg_get_function_identity_arguments	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_function_identity_arguments	\N	\N	\N	\N
2236	bit_and	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	21	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2237	bit_or	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	21	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2238	bit_and	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2239	bit_or	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2240	bit_and	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2241	bit_or	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2244	max	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1042	1042	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2245	min	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1042	1042	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2246	fmgr_internal_validator	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2278	26	\N	\N	\N	\N	\N	fmgr_internal_validator	\N	\N	\N	\N
2247	fmgr_c_validator	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2278	26	\N	\N	\N	\N	\N	fmgr_c_validator	\N	\N	\N	\N
2248	fmgr_sql_validator	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2278	26	\N	\N	\N	\N	\N	fmgr_sql_validator	\N	\N	\N	\N
2250	has_database_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_database_privilege_name_name	\N	\N	\N	\N
2251	has_database_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_database_privilege_name_id	\N	\N	\N	\N
2252	has_database_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_database_privilege_id_name	\N	\N	\N	\N
2253	has_database_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_database_privilege_id_id	\N	\N	\N	\N
2254	has_database_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_database_privilege_name	\N	\N	\N	\N
2255	has_database_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_database_privilege_id	\N	\N	\N	\N
2256	has_function_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_function_privilege_name_name	\N	\N	\N	\N
2257	has_function_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_function_privilege_name_id	\N	\N	\N	\N
2258	has_function_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_function_privilege_id_name	\N	\N	\N	\N
2259	has_function_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_function_privilege_id_id	\N	\N	\N	\N
2260	has_function_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_function_privilege_name	\N	\N	\N	\N
2261	has_function_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_function_privilege_id	\N	\N	\N	\N
2262	has_language_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_language_privilege_name_name	\N	\N	\N	\N
2263	has_language_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_language_privilege_name_id	\N	\N	\N	\N
2264	has_language_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_language_privilege_id_name	\N	\N	\N	\N
2265	has_language_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_language_privilege_id_id	\N	\N	\N	\N
2266	has_language_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_language_privilege_name	\N	\N	\N	\N
2267	has_language_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_language_privilege_id	\N	\N	\N	\N
2268	has_schema_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_schema_privilege_name_name	\N	\N	\N	\N
2269	has_schema_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_schema_privilege_name_id	\N	\N	\N	\N
2270	has_schema_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_schema_privilege_id_name	\N	\N	\N	\N
2271	has_schema_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_schema_privilege_id_id	\N	\N	\N	\N
2272	has_schema_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_schema_privilege_name	\N	\N	\N	\N
2273	has_schema_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_schema_privilege_id	\N	\N	\N	\N
2274	pg_stat_reset	11	10	12	1	0	0	0	f	f	f	f	f	v	s	0	0	2278		\N	\N	\N	\N	\N	pg_stat_reset	\N	\N	\N	{postgres=X/postgres}
2282	pg_get_backend_memory_contexts	11	10	12	1	100	0	0	f	f	f	t	t	v	r	0	0	2249		{25,25,25,23,20,20,20,20,20}	{o,o,o,o,o,o,o,o,o}	{name,ident,parent,level,total_bytes,total_nblocks,free_bytes,free_chunks,used_bytes}	\N	\N	pg_get_backend_memory_contexts	\N	\N	\N	{postgres=X/postgres,pg_read_all_stats=X/postgres}
2284	regexp_replace	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 25 25	\N	\N	\N	\N	\N	textregexreplace_noopt	\N	\N	\N	\N
2285	regexp_replace	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	0	25	25 25 25 25	\N	\N	\N	\N	\N	textregexreplace	\N	\N	\N	\N
2286	pg_total_relation_size	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	20	2205	\N	\N	\N	\N	\N	pg_total_relation_size	\N	\N	\N	\N
2288	pg_size_pretty	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	20	\N	\N	\N	\N	\N	pg_size_pretty	\N	\N	\N	\N
2289	pg_options_to_table	11	10	12	1	3	0	0	f	f	f	t	t	s	s	1	0	2249	1009	{1009,25,25}	{i,o,o}	{options_array,option_name,option_value}	\N	\N	pg_options_to_table	\N	\N	\N	\N
2290	record_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	2249	2275 26 23	\N	\N	\N	\N	\N	record_in	\N	\N	\N	\N
2291	record_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2249	\N	\N	\N	\N	\N	record_out	\N	\N	\N	\N
2292	cstring_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2275	\N	\N	\N	\N	\N	cstring_in	\N	\N	\N	\N
2293	cstring_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2275	\N	\N	\N	\N	\N	cstring_out	\N	\N	\N	\N
2294	any_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2276	2275	\N	\N	\N	\N	\N	any_in	\N	\N	\N	\N
2295	any_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2276	\N	\N	\N	\N	\N	any_out	\N	\N	\N	\N
2296	anyarray_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2277	2275	\N	\N	\N	\N	\N	anyarray_in	\N	\N	\N	\N
2297	anyarray_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2277	\N	\N	\N	\N	\N	anyarray_out	\N	\N	\N	\N
2298	void_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2278	2275	\N	\N	\N	\N	\N	void_in	\N	\N	\N	\N
2299	void_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2278	\N	\N	\N	\N	\N	void_out	\N	\N	\N	\N
2304	internal_in	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	2281	2275	\N	\N	\N	\N	\N	internal_in	\N	\N	\N	\N
2305	internal_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2281	\N	\N	\N	\N	\N	internal_out	\N	\N	\N	\N
2306	pg_stat_get_slru	11	10	12	1	100	0	0	f	f	f	f	t	s	r	0	0	2249		{25,20,20,20,20,20,20,20,1184}	{o,o,o,o,o,o,o,o,o}	{name,blks_zeroed,blks_hit,blks_read,blks_written,blks_exists,flushes,truncates,stats_reset}	\N	\N	pg_stat_get_slru	\N	\N	\N	\N
2307	pg_stat_reset_slru	11	10	12	1	0	0	0	f	f	f	f	f	v	s	1	0	2278	25	\N	\N	\N	\N	\N	pg_stat_reset_slru	\N	\N	\N	{postgres=X/postgres}
2308	ceil	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dceil	\N	\N	\N	\N
2309	floor	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dfloor	\N	\N	\N	\N
2310	sign	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dsign	\N	\N	\N	\N
2311	md5	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	md5_text	\N	\N	\N	\N
2312	anyelement_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2283	2275	\N	\N	\N	\N	\N	anyelement_in	\N	\N	\N	\N
2313	anyelement_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2283	\N	\N	\N	\N	\N	anyelement_out	\N	\N	\N	\N
2316	postgresql_fdw_validator	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1009 26	\N	\N	\N	\N	\N	postgresql_fdw_validator	\N	\N	\N	\N
2319	pg_encoding_max_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	pg_encoding_max_length_sql	\N	\N	\N	\N
2320	ceiling	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dceil	\N	\N	\N	\N
2321	md5	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	25	17	\N	\N	\N	\N	\N	md5_bytea	\N	\N	\N	\N
2322	pg_tablespace_size	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	20	26	\N	\N	\N	\N	\N	pg_tablespace_size_oid	\N	\N	\N	\N
2323	pg_tablespace_size	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	20	19	\N	\N	\N	\N	\N	pg_tablespace_size_name	\N	\N	\N	\N
2324	pg_database_size	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	20	26	\N	\N	\N	\N	\N	pg_database_size_oid	\N	\N	\N	\N
2325	pg_relation_size	11	10	14	1	0	0	0	f	f	f	t	f	v	s	1	0	20	2205	\N	\N	\N	\N	\N		\N	\N	\N	\N
2331	unnest	11	10	12	1	100	0	3996	f	f	f	t	t	i	s	1	0	2283	2277	\N	\N	\N	\N	\N	array_unnest	\N	\N	\N	\N
2332	pg_relation_size	11	10	12	1	0	0	0	f	f	f	t	f	v	s	2	0	20	2205 25	\N	\N	\N	\N	\N	pg_relation_size	\N	\N	\N	\N
2333	array_agg_transfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 2776	\N	\N	\N	\N	\N	array_agg_transfn	\N	\N	\N	\N
2334	array_agg_finalfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2277	2281 2776	\N	\N	\N	\N	\N	array_agg_finalfn	\N	\N	\N	\N
2335	array_agg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	2277	2776	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2338	date_lt_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1082 1114	\N	\N	\N	\N	\N	date_lt_timestamp	\N	\N	\N	\N
2339	date_le_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1082 1114	\N	\N	\N	\N	\N	date_le_timestamp	\N	\N	\N	\N
2340	date_eq_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1082 1114	\N	\N	\N	\N	\N	date_eq_timestamp	\N	\N	\N	\N
2341	date_gt_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1082 1114	\N	\N	\N	\N	\N	date_gt_timestamp	\N	\N	\N	\N
2342	date_ge_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1082 1114	\N	\N	\N	\N	\N	date_ge_timestamp	\N	\N	\N	\N
2343	date_ne_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1082 1114	\N	\N	\N	\N	\N	date_ne_timestamp	\N	\N	\N	\N
2344	date_cmp_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	1082 1114	\N	\N	\N	\N	\N	date_cmp_timestamp	\N	\N	\N	\N
2351	date_lt_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1082 1184	\N	\N	\N	\N	\N	date_lt_timestamptz	\N	\N	\N	\N
2352	date_le_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1082 1184	\N	\N	\N	\N	\N	date_le_timestamptz	\N	\N	\N	\N
2353	date_eq_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1082 1184	\N	\N	\N	\N	\N	date_eq_timestamptz	\N	\N	\N	\N
2354	date_gt_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1082 1184	\N	\N	\N	\N	\N	date_gt_timestamptz	\N	\N	\N	\N
2355	date_ge_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1082 1184	\N	\N	\N	\N	\N	date_ge_timestamptz	\N	\N	\N	\N
2356	date_ne_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1082 1184	\N	\N	\N	\N	\N	date_ne_timestamptz	\N	\N	\N	\N
2357	date_cmp_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	23	1082 1184	\N	\N	\N	\N	\N	date_cmp_timestamptz	\N	\N	\N	\N
2364	timestamp_lt_date	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1114 1082	\N	\N	\N	\N	\N	timestamp_lt_date	\N	\N	\N	\N
2365	timestamp_le_date	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1114 1082	\N	\N	\N	\N	\N	timestamp_le_date	\N	\N	\N	\N
2366	timestamp_eq_date	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1114 1082	\N	\N	\N	\N	\N	timestamp_eq_date	\N	\N	\N	\N
2367	timestamp_gt_date	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1114 1082	\N	\N	\N	\N	\N	timestamp_gt_date	\N	\N	\N	\N
2368	timestamp_ge_date	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1114 1082	\N	\N	\N	\N	\N	timestamp_ge_date	\N	\N	\N	\N
2369	timestamp_ne_date	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	1114 1082	\N	\N	\N	\N	\N	timestamp_ne_date	\N	\N	\N	\N
2370	timestamp_cmp_date	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	1114 1082	\N	\N	\N	\N	\N	timestamp_cmp_date	\N	\N	\N	\N
2377	timestamptz_lt_date	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1082	\N	\N	\N	\N	\N	timestamptz_lt_date	\N	\N	\N	\N
2378	timestamptz_le_date	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1082	\N	\N	\N	\N	\N	timestamptz_le_date	\N	\N	\N	\N
2379	timestamptz_eq_date	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1082	\N	\N	\N	\N	\N	timestamptz_eq_date	\N	\N	\N	\N
2380	timestamptz_gt_date	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1082	\N	\N	\N	\N	\N	timestamptz_gt_date	\N	\N	\N	\N
2381	timestamptz_ge_date	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1082	\N	\N	\N	\N	\N	timestamptz_ge_date	\N	\N	\N	\N
2382	timestamptz_ne_date	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1082	\N	\N	\N	\N	\N	timestamptz_ne_date	\N	\N	\N	\N
2383	timestamptz_cmp_date	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	23	1184 1082	\N	\N	\N	\N	\N	timestamptz_cmp_date	\N	\N	\N	\N
2390	has_tablespace_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_tablespace_privilege_name_name	\N	\N	\N	\N
2391	has_tablespace_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_tablespace_privilege_name_id	\N	\N	\N	\N
2392	has_tablespace_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_tablespace_privilege_id_name	\N	\N	\N	\N
2393	has_tablespace_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_tablespace_privilege_id_id	\N	\N	\N	\N
2394	has_tablespace_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_tablespace_privilege_name	\N	\N	\N	\N
2395	has_tablespace_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_tablespace_privilege_id	\N	\N	\N	\N
2398	shell_in	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	2278	2275	\N	\N	\N	\N	\N	shell_in	\N	\N	\N	\N
2399	shell_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2278	\N	\N	\N	\N	\N	shell_out	\N	\N	\N	\N
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
2428	point_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	600	2281	\N	\N	\N	\N	\N	point_recv	\N	\N	\N	\N
2429	point_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	600	\N	\N	\N	\N	\N	point_send	\N	\N	\N	\N
2430	bpcharrecv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1042	2281 26 23	\N	\N	\N	\N	\N	bpcharrecv	\N	\N	\N	\N
2431	bpcharsend	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	1042	\N	\N	\N	\N	\N	bpcharsend	\N	\N	\N	\N
2432	varcharrecv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	1043	2281 26 23	\N	\N	\N	\N	\N	varcharrecv	\N	\N	\N	\N
2433	varcharsend	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	1043	\N	\N	\N	\N	\N	varcharsend	\N	\N	\N	\N
2434	charrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	18	2281	\N	\N	\N	\N	\N	charrecv	\N	\N	\N	\N
2435	charsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	18	\N	\N	\N	\N	\N	charsend	\N	\N	\N	\N
2436	boolrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	2281	\N	\N	\N	\N	\N	boolrecv	\N	\N	\N	\N
2437	boolsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	16	\N	\N	\N	\N	\N	boolsend	\N	\N	\N	\N
2438	tidrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	27	2281	\N	\N	\N	\N	\N	tidrecv	\N	\N	\N	\N
2439	tidsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	27	\N	\N	\N	\N	\N	tidsend	\N	\N	\N	\N
2440	xidrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	28	2281	\N	\N	\N	\N	\N	xidrecv	\N	\N	\N	\N
2441	xidsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	28	\N	\N	\N	\N	\N	xidsend	\N	\N	\N	\N
2442	cidrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	29	2281	\N	\N	\N	\N	\N	cidrecv	\N	\N	\N	\N
2443	cidsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	29	\N	\N	\N	\N	\N	cidsend	\N	\N	\N	\N
2444	regprocrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	24	2281	\N	\N	\N	\N	\N	regprocrecv	\N	\N	\N	\N
2445	regprocsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	24	\N	\N	\N	\N	\N	regprocsend	\N	\N	\N	\N
2446	regprocedurerecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2202	2281	\N	\N	\N	\N	\N	regprocedurerecv	\N	\N	\N	\N
2447	regproceduresend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2202	\N	\N	\N	\N	\N	regproceduresend	\N	\N	\N	\N
2448	regoperrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2203	2281	\N	\N	\N	\N	\N	regoperrecv	\N	\N	\N	\N
2449	regopersend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2203	\N	\N	\N	\N	\N	regopersend	\N	\N	\N	\N
2450	regoperatorrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2204	2281	\N	\N	\N	\N	\N	regoperatorrecv	\N	\N	\N	\N
2451	regoperatorsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2204	\N	\N	\N	\N	\N	regoperatorsend	\N	\N	\N	\N
2452	regclassrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2205	2281	\N	\N	\N	\N	\N	regclassrecv	\N	\N	\N	\N
2453	regclasssend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2205	\N	\N	\N	\N	\N	regclasssend	\N	\N	\N	\N
2454	regtyperecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2206	2281	\N	\N	\N	\N	\N	regtyperecv	\N	\N	\N	\N
2455	regtypesend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2206	\N	\N	\N	\N	\N	regtypesend	\N	\N	\N	\N
2456	bit_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1560	2281 26 23	\N	\N	\N	\N	\N	bit_recv	\N	\N	\N	\N
2457	bit_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1560	\N	\N	\N	\N	\N	bit_send	\N	\N	\N	\N
2458	varbit_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1562	2281 26 23	\N	\N	\N	\N	\N	varbit_recv	\N	\N	\N	\N
2459	varbit_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1562	\N	\N	\N	\N	\N	varbit_send	\N	\N	\N	\N
2460	numeric_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1700	2281 26 23	\N	\N	\N	\N	\N	numeric_recv	\N	\N	\N	\N
2461	numeric_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1700	\N	\N	\N	\N	\N	numeric_send	\N	\N	\N	\N
2462	sinh	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dsinh	\N	\N	\N	\N
2463	cosh	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dcosh	\N	\N	\N	\N
2464	tanh	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dtanh	\N	\N	\N	\N
2465	asinh	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dasinh	\N	\N	\N	\N
2466	acosh	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dacosh	\N	\N	\N	\N
2467	atanh	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	datanh	\N	\N	\N	\N
2468	date_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1082	2281	\N	\N	\N	\N	\N	date_recv	\N	\N	\N	\N
2469	date_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1082	\N	\N	\N	\N	\N	date_send	\N	\N	\N	\N
2470	time_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1083	2281 26 23	\N	\N	\N	\N	\N	time_recv	\N	\N	\N	\N
2471	time_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1083	\N	\N	\N	\N	\N	time_send	\N	\N	\N	\N
2472	timetz_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1266	2281 26 23	\N	\N	\N	\N	\N	timetz_recv	\N	\N	\N	\N
2473	timetz_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1266	\N	\N	\N	\N	\N	timetz_send	\N	\N	\N	\N
2474	timestamp_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1114	2281 26 23	\N	\N	\N	\N	\N	timestamp_recv	\N	\N	\N	\N
2475	timestamp_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1114	\N	\N	\N	\N	\N	timestamp_send	\N	\N	\N	\N
2476	timestamptz_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1184	2281 26 23	\N	\N	\N	\N	\N	timestamptz_recv	\N	\N	\N	\N
2477	timestamptz_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1184	\N	\N	\N	\N	\N	timestamptz_send	\N	\N	\N	\N
2478	interval_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1186	2281 26 23	\N	\N	\N	\N	\N	interval_recv	\N	\N	\N	\N
2479	interval_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	1186	\N	\N	\N	\N	\N	interval_send	\N	\N	\N	\N
2480	lseg_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	601	2281	\N	\N	\N	\N	\N	lseg_recv	\N	\N	\N	\N
2481	lseg_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	601	\N	\N	\N	\N	\N	lseg_send	\N	\N	\N	\N
2482	path_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	602	2281	\N	\N	\N	\N	\N	path_recv	\N	\N	\N	\N
2483	path_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	602	\N	\N	\N	\N	\N	path_send	\N	\N	\N	\N
2484	box_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	603	2281	\N	\N	\N	\N	\N	box_recv	\N	\N	\N	\N
2485	box_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	603	\N	\N	\N	\N	\N	box_send	\N	\N	\N	\N
2486	poly_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	604	2281	\N	\N	\N	\N	\N	poly_recv	\N	\N	\N	\N
2487	poly_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	604	\N	\N	\N	\N	\N	poly_send	\N	\N	\N	\N
2488	line_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	628	2281	\N	\N	\N	\N	\N	line_recv	\N	\N	\N	\N
2489	line_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	628	\N	\N	\N	\N	\N	line_send	\N	\N	\N	\N
2490	circle_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	718	2281	\N	\N	\N	\N	\N	circle_recv	\N	\N	\N	\N
2491	circle_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	718	\N	\N	\N	\N	\N	circle_send	\N	\N	\N	\N
2492	cash_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	790	2281	\N	\N	\N	\N	\N	cash_recv	\N	\N	\N	\N
2493	cash_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	790	\N	\N	\N	\N	\N	cash_send	\N	\N	\N	\N
2494	macaddr_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	829	2281	\N	\N	\N	\N	\N	macaddr_recv	\N	\N	\N	\N
2495	macaddr_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	829	\N	\N	\N	\N	\N	macaddr_send	\N	\N	\N	\N
2496	inet_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	869	2281	\N	\N	\N	\N	\N	inet_recv	\N	\N	\N	\N
2497	inet_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	869	\N	\N	\N	\N	\N	inet_send	\N	\N	\N	\N
2498	cidr_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	650	2281	\N	\N	\N	\N	\N	cidr_recv	\N	\N	\N	\N
2499	cidr_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	650	\N	\N	\N	\N	\N	cidr_send	\N	\N	\N	\N
2500	cstring_recv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	2281	\N	\N	\N	\N	\N	cstring_recv	\N	\N	\N	\N
2501	cstring_send	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	2275	\N	\N	\N	\N	\N	cstring_send	\N	\N	\N	\N
2502	anyarray_recv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2277	2281	\N	\N	\N	\N	\N	anyarray_recv	\N	\N	\N	\N
2503	anyarray_send	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	2277	\N	\N	\N	\N	\N	anyarray_send	\N	\N	\N	\N
2504	pg_get_ruledef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	26 16	\N	\N	\N	\N	\N	pg_get_ruledef_ext	\N	\N	\N	\N
2505	pg_get_viewdef	11	10	12	1	0	0	0	f	f	f	t	f	s	r	2	0	25	25 16	\N	\N	\N	\N	\N	pg_get_viewdef_name_ext	\N	\N	\N	\N
2506	pg_get_viewdef	11	10	12	1	0	0	0	f	f	f	t	f	s	r	2	0	25	26 16	\N	\N	\N	\N	\N	pg_get_viewdef_ext	\N	\N	\N	\N
2507	pg_get_indexdef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	25	26 23 16	\N	\N	\N	\N	\N	pg_get_indexdef_ext	\N	\N	\N	\N
2508	pg_get_constraintdef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	26 16	\N	\N	\N	\N	\N	pg_get_constraintdef_ext	\N	\N	\N	\N
2509	pg_get_expr	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	25	194 26 16	\N	\N	\N	\N	\N	pg_get_expr_ext	\N	\N	\N	\N
2510	pg_prepared_statement	11	10	12	1	1000	0	0	f	f	f	t	t	s	r	0	0	2249		{25,25,1184,2211,16,20,20}	{o,o,o,o,o,o,o}	{name,statement,prepare_time,parameter_types,from_sql,generic_plans,custom_plans}	\N	\N	pg_prepared_statement	\N	\N	\N	\N
2511	pg_cursor	11	10	12	1	1000	0	0	f	f	f	t	t	s	r	0	0	2249		{25,25,16,16,16,1184}	{o,o,o,o,o,o}	{name,statement,is_holdable,is_binary,is_scrollable,creation_time}	\N	\N	pg_cursor	\N	\N	\N	\N
2512	float8_var_pop	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_var_pop	\N	\N	\N	\N
2513	float8_stddev_pop	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_stddev_pop	\N	\N	\N	\N
2514	numeric_var_pop	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_var_pop	\N	\N	\N	\N
2515	booland_statefunc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	16 16	\N	\N	\N	\N	\N	booland_statefunc	\N	\N	\N	\N
2516	boolor_statefunc	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	16 16	\N	\N	\N	\N	\N	boolor_statefunc	\N	\N	\N	\N
2517	bool_and	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	16	16	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2518	bool_or	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	16	16	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2519	every	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	16	16	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2520	timestamp_lt_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1114 1184	\N	\N	\N	\N	\N	timestamp_lt_timestamptz	\N	\N	\N	\N
2521	timestamp_le_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1114 1184	\N	\N	\N	\N	\N	timestamp_le_timestamptz	\N	\N	\N	\N
2522	timestamp_eq_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1114 1184	\N	\N	\N	\N	\N	timestamp_eq_timestamptz	\N	\N	\N	\N
2523	timestamp_gt_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1114 1184	\N	\N	\N	\N	\N	timestamp_gt_timestamptz	\N	\N	\N	\N
2524	timestamp_ge_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1114 1184	\N	\N	\N	\N	\N	timestamp_ge_timestamptz	\N	\N	\N	\N
2525	timestamp_ne_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1114 1184	\N	\N	\N	\N	\N	timestamp_ne_timestamptz	\N	\N	\N	\N
2526	timestamp_cmp_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	23	1114 1184	\N	\N	\N	\N	\N	timestamp_cmp_timestamptz	\N	\N	\N	\N
2527	timestamptz_lt_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1114	\N	\N	\N	\N	\N	timestamptz_lt_timestamp	\N	\N	\N	\N
2528	timestamptz_le_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1114	\N	\N	\N	\N	\N	timestamptz_le_timestamp	\N	\N	\N	\N
2529	timestamptz_eq_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1114	\N	\N	\N	\N	\N	timestamptz_eq_timestamp	\N	\N	\N	\N
2530	timestamptz_gt_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1114	\N	\N	\N	\N	\N	timestamptz_gt_timestamp	\N	\N	\N	\N
2531	timestamptz_ge_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1114	\N	\N	\N	\N	\N	timestamptz_ge_timestamp	\N	\N	\N	\N
2532	timestamptz_ne_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	1184 1114	\N	\N	\N	\N	\N	timestamptz_ne_timestamp	\N	\N	\N	\N
2533	timestamptz_cmp_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	23	1184 1114	\N	\N	\N	\N	\N	timestamptz_cmp_timestamp	\N	\N	\N	\N
2546	interval_pl_date	11	10	14	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1186 1082	\N	\N	\N	\N	\N		\N	\N	\N	\N
2548	interval_pl_timestamp	11	10	14	1	0	0	0	f	f	f	t	f	i	s	2	0	1114	1186 1114	\N	\N	\N	\N	\N		\N	\N	\N	\N
2549	interval_pl_timestamptz	11	10	14	1	0	0	0	f	f	f	t	f	s	s	2	0	1184	1186 1184	\N	\N	\N	\N	\N		\N	\N	\N	\N
2550	integer_pl_date	11	10	14	1	0	0	0	f	f	f	t	f	i	s	2	0	1082	23 1082	\N	\N	\N	\N	\N		\N	\N	\N	\N
2556	pg_tablespace_databases	11	10	12	1	1000	0	0	f	f	f	t	t	s	s	1	0	26	26	\N	\N	\N	\N	\N	pg_tablespace_databases	\N	\N	\N	\N
2557	bool	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	16	23	\N	\N	\N	\N	\N	int4_bool	\N	\N	\N	\N
2558	int4	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	23	16	\N	\N	\N	\N	\N	bool_int4	\N	\N	\N	\N
2559	lastval	11	10	12	1	0	0	0	f	f	f	t	f	v	u	0	0	20		\N	\N	\N	\N	\N	lastval	\N	\N	\N	\N
2560	pg_postmaster_start_time	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	1184		\N	\N	\N	\N	\N	pg_postmaster_start_time	\N	\N	\N	\N
2561	pg_blocking_pids	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	1007	23	\N	\N	\N	\N	\N	pg_blocking_pids	\N	\N	\N	\N
2580	float8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	3802	\N	\N	\N	\N	\N	jsonb_float8	\N	\N	\N	\N
2596	numeric_stddev_pop	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_stddev_pop	\N	\N	\N	\N
2597	domain_in	11	10	12	1	0	0	0	f	f	f	f	f	s	s	3	0	2276	2275 26 23	\N	\N	\N	\N	\N	domain_in	\N	\N	\N	\N
2599	pg_timezone_abbrevs	11	10	12	1	1000	0	0	f	f	f	t	t	s	s	0	0	2249		{25,1186,16}	{o,o,o}	{abbrev,utc_offset,is_dst}	\N	\N	pg_timezone_abbrevs	\N	\N	\N	\N
2621	pg_reload_conf	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	16		\N	\N	\N	\N	\N	pg_reload_conf	\N	\N	\N	{postgres=X/postgres}
2622	pg_rotate_logfile	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	16		\N	\N	\N	\N	\N	pg_rotate_logfile_v2	\N	\N	\N	{postgres=X/postgres}
2623	pg_stat_file	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	2249	25	{25,20,1184,1184,1184,1184,16}	{i,o,o,o,o,o,o}	{filename,size,access,modification,change,creation,isdir}	\N	\N	pg_stat_file_1arg	\N	\N	\N	{postgres=X/postgres}
2624	pg_read_file	11	10	12	1	0	0	0	f	f	f	t	f	v	s	3	0	25	25 20 20	\N	\N	\N	\N	\N	pg_read_file_off_len	\N	\N	\N	{postgres=X/postgres}
2625	pg_ls_dir	11	10	12	1	1000	0	0	f	f	f	t	t	v	s	1	0	25	25	\N	\N	\N	\N	\N	pg_ls_dir_1arg	\N	\N	\N	{postgres=X/postgres}
2626	pg_sleep	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	2278	701	\N	\N	\N	\N	\N	pg_sleep	\N	\N	\N	\N
2630	inetpl	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	869	869 20	\N	\N	\N	\N	\N	inetpl	\N	\N	\N	\N
2632	inetmi_int8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	869	869 20	\N	\N	\N	\N	\N	inetmi_int8	\N	\N	\N	\N
2641	var_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2642	var_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2643	var_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2644	var_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2645	var_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2646	var_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2647	transaction_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	1184		\N	\N	\N	\N	\N	now	\N	\N	\N	\N
2648	statement_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	1184		\N	\N	\N	\N	\N	statement_timestamp	\N	\N	\N	\N
2649	clock_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	1184		\N	\N	\N	\N	\N	clock_timestamp	\N	\N	\N	\N
2705	pg_has_role	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 19 25	\N	\N	\N	\N	\N	pg_has_role_name_name	\N	\N	\N	\N
2706	pg_has_role	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	pg_has_role_name_id	\N	\N	\N	\N
2707	pg_has_role	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 19 25	\N	\N	\N	\N	\N	pg_has_role_id_name	\N	\N	\N	\N
2708	pg_has_role	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	pg_has_role_id_id	\N	\N	\N	\N
2709	pg_has_role	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	19 25	\N	\N	\N	\N	\N	pg_has_role_name	\N	\N	\N	\N
2710	pg_has_role	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	pg_has_role_id	\N	\N	\N	\N
2711	justify_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1186	1186	\N	\N	\N	\N	\N	interval_justify_interval	\N	\N	\N	\N
2712	stddev_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2713	stddev_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2714	stddev_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2715	stddev_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2716	stddev_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2717	stddev_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2718	var_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2719	var_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2720	var_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2721	var_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2722	var_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2723	var_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2724	stddev_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2725	stddev_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2726	stddev_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2727	stddev_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2728	stddev_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2729	stddev_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2730	pg_get_triggerdef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	26 16	\N	\N	\N	\N	\N	pg_get_triggerdef_ext	\N	\N	\N	\N
2731	asind	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dasind	\N	\N	\N	\N
2732	acosd	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dacosd	\N	\N	\N	\N
2733	atand	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	datand	\N	\N	\N	\N
2734	atan2d	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	datan2d	\N	\N	\N	\N
2735	sind	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dsind	\N	\N	\N	\N
2736	cosd	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dcosd	\N	\N	\N	\N
2737	tand	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dtand	\N	\N	\N	\N
2738	cotd	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	701	\N	\N	\N	\N	\N	dcotd	\N	\N	\N	\N
2739	pg_backup_stop	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	1	2249	16	{16,3220,25,25}	{i,o,o,o}	{wait_for_archive,lsn,labelfile,spcmapfile}	\N	\N	pg_backup_stop	\N	\N	\N	{postgres=X/postgres}
2740	numeric_avg_serialize	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2281	\N	\N	\N	\N	\N	numeric_avg_serialize	\N	\N	\N	\N
2741	numeric_avg_deserialize	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	2281	17 2281	\N	\N	\N	\N	\N	numeric_avg_deserialize	\N	\N	\N	\N
2746	int8_avg_accum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 20	\N	\N	\N	\N	\N	int8_avg_accum	\N	\N	\N	\N
2747	arrayoverlap	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2277 2277	\N	\N	\N	\N	\N	arrayoverlap	\N	\N	\N	\N
2748	arraycontains	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2277 2277	\N	\N	\N	\N	\N	arraycontains	\N	\N	\N	\N
2749	arraycontained	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2277 2277	\N	\N	\N	\N	\N	arraycontained	\N	\N	\N	\N
2758	pg_stat_get_db_tuples_returned	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_tuples_returned	\N	\N	\N	\N
2759	pg_stat_get_db_tuples_fetched	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_tuples_fetched	\N	\N	\N	\N
2760	pg_stat_get_db_tuples_inserted	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_tuples_inserted	\N	\N	\N	\N
2761	pg_stat_get_db_tuples_updated	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_tuples_updated	\N	\N	\N	\N
2762	pg_stat_get_db_tuples_deleted	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_tuples_deleted	\N	\N	\N	\N
2763	regexp_matches	11	10	12	1	1	0	0	f	f	f	t	t	i	s	2	0	1009	25 25	\N	\N	\N	\N	\N	regexp_matches_no_flags	\N	\N	\N	\N
2764	regexp_matches	11	10	12	1	10	0	0	f	f	f	t	t	i	s	3	0	1009	25 25 25	\N	\N	\N	\N	\N	regexp_matches	\N	\N	\N	\N
2765	regexp_split_to_table	11	10	12	1	1000	0	0	f	f	f	t	t	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	regexp_split_to_table_no_flags	\N	\N	\N	\N
2766	regexp_split_to_table	11	10	12	1	1000	0	0	f	f	f	t	t	i	s	3	0	25	25 25 25	\N	\N	\N	\N	\N	regexp_split_to_table	\N	\N	\N	\N
2767	regexp_split_to_array	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1009	25 25	\N	\N	\N	\N	\N	regexp_split_to_array_no_flags	\N	\N	\N	\N
2768	regexp_split_to_array	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1009	25 25 25	\N	\N	\N	\N	\N	regexp_split_to_array	\N	\N	\N	\N
2769	pg_stat_get_bgwriter_timed_checkpoints	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	20		\N	\N	\N	\N	\N	pg_stat_get_bgwriter_timed_checkpoints	\N	\N	\N	\N
2770	pg_stat_get_bgwriter_requested_checkpoints	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	20		\N	\N	\N	\N	\N	pg_stat_get_bgwriter_requested_checkpoints	\N	\N	\N	\N
2771	pg_stat_get_bgwriter_buf_written_checkpoints	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	20		\N	\N	\N	\N	\N	pg_stat_get_bgwriter_buf_written_checkpoints	\N	\N	\N	\N
2772	pg_stat_get_bgwriter_buf_written_clean	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	20		\N	\N	\N	\N	\N	pg_stat_get_bgwriter_buf_written_clean	\N	\N	\N	\N
2773	pg_stat_get_bgwriter_maxwritten_clean	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	20		\N	\N	\N	\N	\N	pg_stat_get_bgwriter_maxwritten_clean	\N	\N	\N	\N
2775	pg_stat_get_buf_written_backend	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	20		\N	\N	\N	\N	\N	pg_stat_get_buf_written_backend	\N	\N	\N	\N
2777	anynonarray_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2776	2275	\N	\N	\N	\N	\N	anynonarray_in	\N	\N	\N	\N
2778	anynonarray_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2776	\N	\N	\N	\N	\N	anynonarray_out	\N	\N	\N	\N
2781	pg_stat_get_last_vacuum_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	1184	26	\N	\N	\N	\N	\N	pg_stat_get_last_vacuum_time	\N	\N	\N	\N
2782	pg_stat_get_last_autovacuum_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	1184	26	\N	\N	\N	\N	\N	pg_stat_get_last_autovacuum_time	\N	\N	\N	\N
2783	pg_stat_get_last_analyze_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	1184	26	\N	\N	\N	\N	\N	pg_stat_get_last_analyze_time	\N	\N	\N	\N
2784	pg_stat_get_last_autoanalyze_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	1184	26	\N	\N	\N	\N	\N	pg_stat_get_last_autoanalyze_time	\N	\N	\N	\N
2785	int8_avg_combine	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 2281	\N	\N	\N	\N	\N	int8_avg_combine	\N	\N	\N	\N
2786	int8_avg_serialize	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2281	\N	\N	\N	\N	\N	int8_avg_serialize	\N	\N	\N	\N
2787	int8_avg_deserialize	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	2281	17 2281	\N	\N	\N	\N	\N	int8_avg_deserialize	\N	\N	\N	\N
2788	pg_stat_get_backend_wait_event_type	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	25	23	\N	\N	\N	\N	\N	pg_stat_get_backend_wait_event_type	\N	\N	\N	\N
2795	tidlarger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	27	27 27	\N	\N	\N	\N	\N	tidlarger	\N	\N	\N	\N
2796	tidsmaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	27	27 27	\N	\N	\N	\N	\N	tidsmaller	\N	\N	\N	\N
2803	count	11	10	12	1	0	0	6236	a	f	f	f	f	i	s	0	0	20		\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2804	int8inc_any	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 2276	\N	\N	\N	\N	\N	int8inc_any	\N	\N	\N	\N
2805	int8inc_float8_float8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	20	20 701 701	\N	\N	\N	\N	\N	int8inc_float8_float8	\N	\N	\N	\N
2806	float8_regr_accum	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1022	1022 701 701	\N	\N	\N	\N	\N	float8_regr_accum	\N	\N	\N	\N
2807	float8_regr_sxx	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_regr_sxx	\N	\N	\N	\N
2808	float8_regr_syy	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_regr_syy	\N	\N	\N	\N
2809	float8_regr_sxy	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_regr_sxy	\N	\N	\N	\N
2810	float8_regr_avgx	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_regr_avgx	\N	\N	\N	\N
2811	float8_regr_avgy	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_regr_avgy	\N	\N	\N	\N
2812	float8_regr_r2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_regr_r2	\N	\N	\N	\N
2813	float8_regr_slope	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_regr_slope	\N	\N	\N	\N
2814	float8_regr_intercept	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_regr_intercept	\N	\N	\N	\N
2815	float8_covar_pop	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_covar_pop	\N	\N	\N	\N
2816	float8_covar_samp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_covar_samp	\N	\N	\N	\N
2817	float8_corr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	701	1022	\N	\N	\N	\N	\N	float8_corr	\N	\N	\N	\N
2818	regr_count	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	20	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2819	regr_sxx	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2820	regr_syy	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2821	regr_sxy	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2822	regr_avgx	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2823	regr_avgy	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2824	regr_r2	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2825	regr_slope	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2826	regr_intercept	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2827	covar_pop	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2828	covar_samp	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2829	corr	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
2844	pg_stat_get_db_blk_read_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	701	26	\N	\N	\N	\N	\N	pg_stat_get_db_blk_read_time	\N	\N	\N	\N
2845	pg_stat_get_db_blk_write_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	701	26	\N	\N	\N	\N	\N	pg_stat_get_db_blk_write_time	\N	\N	\N	\N
2853	pg_stat_get_backend_wait_event	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	25	23	\N	\N	\N	\N	\N	pg_stat_get_backend_wait_event	\N	\N	\N	\N
2854	pg_my_temp_schema	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	26		\N	\N	\N	\N	\N	pg_my_temp_schema	\N	\N	\N	\N
2855	pg_is_other_temp_schema	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_is_other_temp_schema	\N	\N	\N	\N
2856	pg_timezone_names	11	10	12	1	1000	0	0	f	f	f	t	t	s	s	0	0	2249		{25,25,1186,16}	{o,o,o,o}	{name,abbrev,utc_offset,is_dst}	\N	\N	pg_timezone_names	\N	\N	\N	\N
2857	pg_stat_get_backend_xact_start	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	1184	23	\N	\N	\N	\N	\N	pg_stat_get_backend_xact_start	\N	\N	\N	\N
2858	numeric_avg_accum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 1700	\N	\N	\N	\N	\N	numeric_avg_accum	\N	\N	\N	\N
2859	pg_stat_get_buf_alloc	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	20		\N	\N	\N	\N	\N	pg_stat_get_buf_alloc	\N	\N	\N	\N
2878	pg_stat_get_live_tuples	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_live_tuples	\N	\N	\N	\N
2879	pg_stat_get_dead_tuples	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_dead_tuples	\N	\N	\N	\N
2880	pg_advisory_lock	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	20	\N	\N	\N	\N	\N	pg_advisory_lock_int8	\N	\N	\N	\N
2881	pg_advisory_lock_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	20	\N	\N	\N	\N	\N	pg_advisory_lock_shared_int8	\N	\N	\N	\N
2882	pg_try_advisory_lock	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	16	20	\N	\N	\N	\N	\N	pg_try_advisory_lock_int8	\N	\N	\N	\N
2883	pg_try_advisory_lock_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	16	20	\N	\N	\N	\N	\N	pg_try_advisory_lock_shared_int8	\N	\N	\N	\N
2884	pg_advisory_unlock	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	16	20	\N	\N	\N	\N	\N	pg_advisory_unlock_int8	\N	\N	\N	\N
2885	pg_advisory_unlock_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	16	20	\N	\N	\N	\N	\N	pg_advisory_unlock_shared_int8	\N	\N	\N	\N
2886	pg_advisory_lock	11	10	12	1	0	0	0	f	f	f	t	f	v	r	2	0	2278	23 23	\N	\N	\N	\N	\N	pg_advisory_lock_int4	\N	\N	\N	\N
2887	pg_advisory_lock_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	r	2	0	2278	23 23	\N	\N	\N	\N	\N	pg_advisory_lock_shared_int4	\N	\N	\N	\N
2888	pg_try_advisory_lock	11	10	12	1	0	0	0	f	f	f	t	f	v	r	2	0	16	23 23	\N	\N	\N	\N	\N	pg_try_advisory_lock_int4	\N	\N	\N	\N
2889	pg_try_advisory_lock_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	r	2	0	16	23 23	\N	\N	\N	\N	\N	pg_try_advisory_lock_shared_int4	\N	\N	\N	\N
2890	pg_advisory_unlock	11	10	12	1	0	0	0	f	f	f	t	f	v	r	2	0	16	23 23	\N	\N	\N	\N	\N	pg_advisory_unlock_int4	\N	\N	\N	\N
2891	pg_advisory_unlock_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	r	2	0	16	23 23	\N	\N	\N	\N	\N	pg_advisory_unlock_shared_int4	\N	\N	\N	\N
2892	pg_advisory_unlock_all	11	10	12	1	0	0	0	f	f	f	t	f	v	r	0	0	2278		\N	\N	\N	\N	\N	pg_advisory_unlock_all	\N	\N	\N	\N
2893	xml_in	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	142	2275	\N	\N	\N	\N	\N	xml_in	\N	\N	\N	\N
2894	xml_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	142	\N	\N	\N	\N	\N	xml_out	\N	\N	\N	\N
2898	xml_recv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	142	2281	\N	\N	\N	\N	\N	xml_recv	\N	\N	\N	\N
2899	xml_send	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	142	\N	\N	\N	\N	\N	xml_send	\N	\N	\N	\N
2900	xmlconcat2	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	142	142 142	\N	\N	\N	\N	\N	xmlconcat2	\N	\N	\N	\N
2902	varbittypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	varbittypmodin	\N	\N	\N	\N
2903	intervaltypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	intervaltypmodin	\N	\N	\N	\N
2904	intervaltypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	intervaltypmodout	\N	\N	\N	\N
2905	timestamptypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	timestamptypmodin	\N	\N	\N	\N
2906	timestamptypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	timestamptypmodout	\N	\N	\N	\N
2907	timestamptztypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	timestamptztypmodin	\N	\N	\N	\N
2908	timestamptztypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	timestamptztypmodout	\N	\N	\N	\N
2909	timetypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	timetypmodin	\N	\N	\N	\N
2910	timetypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	timetypmodout	\N	\N	\N	\N
2911	timetztypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	timetztypmodin	\N	\N	\N	\N
2912	timetztypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	timetztypmodout	\N	\N	\N	\N
2913	bpchartypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	bpchartypmodin	\N	\N	\N	\N
2914	bpchartypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	bpchartypmodout	\N	\N	\N	\N
2915	varchartypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	varchartypmodin	\N	\N	\N	\N
2916	varchartypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	varchartypmodout	\N	\N	\N	\N
2917	numerictypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	numerictypmodin	\N	\N	\N	\N
2918	numerictypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	numerictypmodout	\N	\N	\N	\N
2919	bittypmodin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1263	\N	\N	\N	\N	\N	bittypmodin	\N	\N	\N	\N
2920	bittypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	bittypmodout	\N	\N	\N	\N
2921	varbittypmodout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	23	\N	\N	\N	\N	\N	varbittypmodout	\N	\N	\N	\N
2939	txid_snapshot_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2970	2275	\N	\N	\N	\N	\N	pg_snapshot_in	\N	\N	\N	\N
2940	txid_snapshot_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2970	\N	\N	\N	\N	\N	pg_snapshot_out	\N	\N	\N	\N
2941	txid_snapshot_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2970	2281	\N	\N	\N	\N	\N	pg_snapshot_recv	\N	\N	\N	\N
2942	txid_snapshot_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2970	\N	\N	\N	\N	\N	pg_snapshot_send	\N	\N	\N	\N
2943	txid_current	11	10	12	1	0	0	0	f	f	f	t	f	s	u	0	0	20		\N	\N	\N	\N	\N	pg_current_xact_id	\N	\N	\N	\N
2952	uuid_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2950	2275	\N	\N	\N	\N	\N	uuid_in	\N	\N	\N	\N
2953	uuid_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	2950	\N	\N	\N	\N	\N	uuid_out	\N	\N	\N	\N
2954	uuid_lt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	2950 2950	\N	\N	\N	\N	\N	uuid_lt	\N	\N	\N	\N
2955	uuid_le	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	2950 2950	\N	\N	\N	\N	\N	uuid_le	\N	\N	\N	\N
2956	uuid_eq	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	2950 2950	\N	\N	\N	\N	\N	uuid_eq	\N	\N	\N	\N
2957	uuid_ge	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	2950 2950	\N	\N	\N	\N	\N	uuid_ge	\N	\N	\N	\N
2958	uuid_gt	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	2950 2950	\N	\N	\N	\N	\N	uuid_gt	\N	\N	\N	\N
2959	uuid_ne	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	2950 2950	\N	\N	\N	\N	\N	uuid_ne	\N	\N	\N	\N
2960	uuid_cmp	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	23	2950 2950	\N	\N	\N	\N	\N	uuid_cmp	\N	\N	\N	\N
2961	uuid_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2950	2281	\N	\N	\N	\N	\N	uuid_recv	\N	\N	\N	\N
2962	uuid_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2950	\N	\N	\N	\N	\N	uuid_send	\N	\N	\N	\N
2963	uuid_hash	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	2950	\N	\N	\N	\N	\N	uuid_hash	\N	\N	\N	\N
2971	text	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	16	\N	\N	\N	\N	\N	booltext	\N	\N	\N	\N
2978	pg_stat_get_function_calls	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_function_calls	\N	\N	\N	\N
2979	pg_stat_get_function_total_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	701	26	\N	\N	\N	\N	\N	pg_stat_get_function_total_time	\N	\N	\N	\N
2980	pg_stat_get_function_self_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	701	26	\N	\N	\N	\N	\N	pg_stat_get_function_self_time	\N	\N	\N	\N
2981	record_eq	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_eq	\N	\N	\N	\N
2982	record_ne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_ne	\N	\N	\N	\N
2983	record_lt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_lt	\N	\N	\N	\N
2984	record_gt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_gt	\N	\N	\N	\N
2985	record_le	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_le	\N	\N	\N	\N
2986	record_ge	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_ge	\N	\N	\N	\N
2987	btrecordcmp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	2249 2249	\N	\N	\N	\N	\N	btrecordcmp	\N	\N	\N	\N
2997	pg_table_size	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	20	2205	\N	\N	\N	\N	\N	pg_table_size	\N	\N	\N	\N
2998	pg_indexes_size	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	20	2205	\N	\N	\N	\N	\N	pg_indexes_size	\N	\N	\N	\N
2999	pg_relation_filenode	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	26	2205	\N	\N	\N	\N	\N	pg_relation_filenode	\N	\N	\N	\N
3000	has_foreign_data_wrapper_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_foreign_data_wrapper_privilege_name_name	\N	\N	\N	\N
3001	has_foreign_data_wrapper_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_foreign_data_wrapper_privilege_name_id	\N	\N	\N	\N
3002	has_foreign_data_wrapper_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_foreign_data_wrapper_privilege_id_name	\N	\N	\N	\N
3003	has_foreign_data_wrapper_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_foreign_data_wrapper_privilege_id_id	\N	\N	\N	\N
3004	has_foreign_data_wrapper_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_foreign_data_wrapper_privilege_name	\N	\N	\N	\N
3005	has_foreign_data_wrapper_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_foreign_data_wrapper_privilege_id	\N	\N	\N	\N
3006	has_server_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_server_privilege_name_name	\N	\N	\N	\N
3007	has_server_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_server_privilege_name_id	\N	\N	\N	\N
3008	has_server_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_server_privilege_id_name	\N	\N	\N	\N
3009	has_server_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_server_privilege_id_id	\N	\N	\N	\N
3010	has_server_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_server_privilege_name	\N	\N	\N	\N
3011	has_server_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_server_privilege_id	\N	\N	\N	\N
3012	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	16	19 25 25 25	\N	\N	\N	\N	\N	has_column_privilege_name_name_name	\N	\N	\N	\N
3013	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	16	19 25 21 25	\N	\N	\N	\N	\N	has_column_privilege_name_name_attnum	\N	\N	\N	\N
3014	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	16	19 26 25 25	\N	\N	\N	\N	\N	has_column_privilege_name_id_name	\N	\N	\N	\N
3015	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	16	19 26 21 25	\N	\N	\N	\N	\N	has_column_privilege_name_id_attnum	\N	\N	\N	\N
3016	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	16	26 25 25 25	\N	\N	\N	\N	\N	has_column_privilege_id_name_name	\N	\N	\N	\N
3017	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	16	26 25 21 25	\N	\N	\N	\N	\N	has_column_privilege_id_name_attnum	\N	\N	\N	\N
3018	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	16	26 26 25 25	\N	\N	\N	\N	\N	has_column_privilege_id_id_name	\N	\N	\N	\N
3019	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	16	26 26 21 25	\N	\N	\N	\N	\N	has_column_privilege_id_id_attnum	\N	\N	\N	\N
3020	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	25 25 25	\N	\N	\N	\N	\N	has_column_privilege_name_name	\N	\N	\N	\N
3021	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	25 21 25	\N	\N	\N	\N	\N	has_column_privilege_name_attnum	\N	\N	\N	\N
3022	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_column_privilege_id_name	\N	\N	\N	\N
3023	has_column_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 21 25	\N	\N	\N	\N	\N	has_column_privilege_id_attnum	\N	\N	\N	\N
3024	has_any_column_privilege	11	10	12	10	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_any_column_privilege_name_name	\N	\N	\N	\N
3025	has_any_column_privilege	11	10	12	10	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_any_column_privilege_name_id	\N	\N	\N	\N
3026	has_any_column_privilege	11	10	12	10	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_any_column_privilege_id_name	\N	\N	\N	\N
3027	has_any_column_privilege	11	10	12	10	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_any_column_privilege_id_id	\N	\N	\N	\N
3028	has_any_column_privilege	11	10	12	10	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_any_column_privilege_name	\N	\N	\N	\N
3029	has_any_column_privilege	11	10	12	10	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_any_column_privilege_id	\N	\N	\N	\N
3034	pg_relation_filepath	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	2205	\N	\N	\N	\N	\N	pg_relation_filepath	\N	\N	\N	\N
3035	pg_listening_channels	11	10	12	1	10	0	0	f	f	f	t	t	s	r	0	0	25		\N	\N	\N	\N	\N	pg_listening_channels	\N	\N	\N	\N
3036	pg_notify	11	10	12	1	0	0	0	f	f	f	f	f	v	r	2	0	2278	25 25	\N	\N	\N	\N	\N	pg_notify	\N	\N	\N	\N
3037	pg_stat_get_xact_numscans	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_xact_numscans	\N	\N	\N	\N
3038	pg_stat_get_xact_tuples_returned	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_xact_tuples_returned	\N	\N	\N	\N
3039	pg_stat_get_xact_tuples_fetched	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_xact_tuples_fetched	\N	\N	\N	\N
3040	pg_stat_get_xact_tuples_inserted	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_xact_tuples_inserted	\N	\N	\N	\N
3041	pg_stat_get_xact_tuples_updated	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_xact_tuples_updated	\N	\N	\N	\N
3042	pg_stat_get_xact_tuples_deleted	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_xact_tuples_deleted	\N	\N	\N	\N
3043	pg_stat_get_xact_tuples_hot_updated	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_xact_tuples_hot_updated	\N	\N	\N	\N
3044	pg_stat_get_xact_blocks_fetched	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_xact_blocks_fetched	\N	\N	\N	\N
3045	pg_stat_get_xact_blocks_hit	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_xact_blocks_hit	\N	\N	\N	\N
3046	pg_stat_get_xact_function_calls	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_xact_function_calls	\N	\N	\N	\N
3047	pg_stat_get_xact_function_total_time	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	701	26	\N	\N	\N	\N	\N	pg_stat_get_xact_function_total_time	\N	\N	\N	\N
3048	pg_stat_get_xact_function_self_time	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	701	26	\N	\N	\N	\N	\N	pg_stat_get_xact_function_self_time	\N	\N	\N	\N
3051	xml_is_well_formed	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	16	25	\N	\N	\N	\N	\N	xml_is_well_formed	\N	\N	\N	\N
3052	xml_is_well_formed_document	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	25	\N	\N	\N	\N	\N	xml_is_well_formed_document	\N	\N	\N	\N
3053	xml_is_well_formed_content	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	25	\N	\N	\N	\N	\N	xml_is_well_formed_content	\N	\N	\N	\N
3054	pg_stat_get_vacuum_count	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_vacuum_count	\N	\N	\N	\N
3055	pg_stat_get_autovacuum_count	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_autovacuum_count	\N	\N	\N	\N
3056	pg_stat_get_analyze_count	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_analyze_count	\N	\N	\N	\N
3057	pg_stat_get_autoanalyze_count	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_autoanalyze_count	\N	\N	\N	\N
3058	concat	11	10	12	1	0	2276	0	f	f	f	f	f	s	s	1	0	25	2276	{2276}	{v}	\N	\N	\N	text_concat	\N	\N	\N	\N
3059	concat_ws	11	10	12	1	0	2276	0	f	f	f	f	f	s	s	2	0	25	25 2276	{25,2276}	{i,v}	\N	\N	\N	text_concat_ws	\N	\N	\N	\N
3060	left	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 23	\N	\N	\N	\N	\N	text_left	\N	\N	\N	\N
3061	right	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 23	\N	\N	\N	\N	\N	text_right	\N	\N	\N	\N
3062	reverse	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	text_reverse	\N	\N	\N	\N
3063	pg_stat_get_buf_fsync_backend	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	20		\N	\N	\N	\N	\N	pg_stat_get_buf_fsync_backend	\N	\N	\N	\N
3065	pg_stat_get_db_conflict_tablespace	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_conflict_tablespace	\N	\N	\N	\N
3066	pg_stat_get_db_conflict_lock	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_conflict_lock	\N	\N	\N	\N
3067	pg_stat_get_db_conflict_snapshot	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_conflict_snapshot	\N	\N	\N	\N
3068	pg_stat_get_db_conflict_bufferpin	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_conflict_bufferpin	\N	\N	\N	\N
3069	pg_stat_get_db_conflict_startup_deadlock	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_conflict_startup_deadlock	\N	\N	\N	\N
3070	pg_stat_get_db_conflict_all	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_conflict_all	\N	\N	\N	\N
3071	pg_wal_replay_pause	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	2278		\N	\N	\N	\N	\N	pg_wal_replay_pause	\N	\N	\N	{postgres=X/postgres}
3072	pg_wal_replay_resume	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	2278		\N	\N	\N	\N	\N	pg_wal_replay_resume	\N	\N	\N	{postgres=X/postgres}
3073	pg_is_wal_replay_paused	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	16		\N	\N	\N	\N	\N	pg_is_wal_replay_paused	\N	\N	\N	\N
3074	pg_stat_get_db_stat_reset_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	1184	26	\N	\N	\N	\N	\N	pg_stat_get_db_stat_reset_time	\N	\N	\N	\N
3075	pg_stat_get_bgwriter_stat_reset_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	1184		\N	\N	\N	\N	\N	pg_stat_get_bgwriter_stat_reset_time	\N	\N	\N	\N
3078	pg_sequence_parameters	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2249	26	{26,20,20,20,20,16,20,26}	{i,o,o,o,o,o,o,o}	{sequence_oid,start_value,minimum_value,maximum_value,increment,cycle_option,cache_size,data_type}	\N	\N	pg_sequence_parameters	\N	\N	\N	\N
3082	pg_available_extensions	11	10	12	10	100	0	0	f	f	f	t	t	s	s	0	0	2249		{19,25,25}	{o,o,o}	{name,default_version,comment}	\N	\N	pg_available_extensions	\N	\N	\N	\N
3083	pg_available_extension_versions	11	10	12	10	100	0	0	f	f	f	t	t	s	s	0	0	2249		{19,25,16,16,16,19,1003,25}	{o,o,o,o,o,o,o,o}	{name,version,superuser,trusted,relocatable,schema,requires,comment}	\N	\N	pg_available_extension_versions	\N	\N	\N	\N
3084	pg_extension_update_paths	11	10	12	10	100	0	0	f	f	f	t	t	s	s	1	0	2249	19	{19,25,25,25}	{i,o,o,o}	{name,source,target,path}	\N	\N	pg_extension_update_paths	\N	\N	\N	\N
3086	pg_extension_config_dump	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	2278	2205 25	\N	\N	\N	\N	\N	pg_extension_config_dump	\N	\N	\N	\N
3089	pg_advisory_xact_lock	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	20	\N	\N	\N	\N	\N	pg_advisory_xact_lock_int8	\N	\N	\N	\N
3090	pg_advisory_xact_lock_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	20	\N	\N	\N	\N	\N	pg_advisory_xact_lock_shared_int8	\N	\N	\N	\N
3091	pg_try_advisory_xact_lock	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	16	20	\N	\N	\N	\N	\N	pg_try_advisory_xact_lock_int8	\N	\N	\N	\N
3092	pg_try_advisory_xact_lock_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	16	20	\N	\N	\N	\N	\N	pg_try_advisory_xact_lock_shared_int8	\N	\N	\N	\N
3093	pg_advisory_xact_lock	11	10	12	1	0	0	0	f	f	f	t	f	v	r	2	0	2278	23 23	\N	\N	\N	\N	\N	pg_advisory_xact_lock_int4	\N	\N	\N	\N
3094	pg_advisory_xact_lock_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	r	2	0	2278	23 23	\N	\N	\N	\N	\N	pg_advisory_xact_lock_shared_int4	\N	\N	\N	\N
3095	pg_try_advisory_xact_lock	11	10	12	1	0	0	0	f	f	f	t	f	v	r	2	0	16	23 23	\N	\N	\N	\N	\N	pg_try_advisory_xact_lock_int4	\N	\N	\N	\N
3096	pg_try_advisory_xact_lock_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	r	2	0	16	23 23	\N	\N	\N	\N	\N	pg_try_advisory_xact_lock_shared_int4	\N	\N	\N	\N
3099	pg_stat_get_wal_senders	11	10	12	1	10	0	0	f	f	f	f	t	s	r	0	0	2249		{23,25,3220,3220,3220,3220,1186,1186,1186,23,25,1184}	{o,o,o,o,o,o,o,o,o,o,o,o}	{pid,state,sent_lsn,write_lsn,flush_lsn,replay_lsn,write_lag,flush_lag,replay_lag,sync_priority,sync_state,reply_time}	\N	\N	pg_stat_get_wal_senders	\N	\N	\N	\N
3100	row_number	11	10	12	1	0	0	6233	w	f	f	f	f	i	s	0	0	20		\N	\N	\N	\N	\N	window_row_number	\N	\N	\N	\N
3101	rank	11	10	12	1	0	0	6234	w	f	f	f	f	i	s	0	0	20		\N	\N	\N	\N	\N	window_rank	\N	\N	\N	\N
3102	dense_rank	11	10	12	1	0	0	6235	w	f	f	f	f	i	s	0	0	20		\N	\N	\N	\N	\N	window_dense_rank	\N	\N	\N	\N
3103	percent_rank	11	10	12	1	0	0	0	w	f	f	f	f	i	s	0	0	701		\N	\N	\N	\N	\N	window_percent_rank	\N	\N	\N	\N
3104	cume_dist	11	10	12	1	0	0	0	w	f	f	f	f	i	s	0	0	701		\N	\N	\N	\N	\N	window_cume_dist	\N	\N	\N	\N
3105	ntile	11	10	12	1	0	0	0	w	f	f	t	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	window_ntile	\N	\N	\N	\N
3106	lag	11	10	12	1	0	0	0	w	f	f	t	f	i	s	1	0	2283	2283	\N	\N	\N	\N	\N	window_lag	\N	\N	\N	\N
3107	lag	11	10	12	1	0	0	0	w	f	f	t	f	i	s	2	0	2283	2283 23	\N	\N	\N	\N	\N	window_lag_with_offset	\N	\N	\N	\N
3108	lag	11	10	12	1	0	0	0	w	f	f	t	f	i	s	3	0	5077	5077 23 5077	\N	\N	\N	\N	\N	window_lag_with_offset_and_default	\N	\N	\N	\N
3109	lead	11	10	12	1	0	0	0	w	f	f	t	f	i	s	1	0	2283	2283	\N	\N	\N	\N	\N	window_lead	\N	\N	\N	\N
3110	lead	11	10	12	1	0	0	0	w	f	f	t	f	i	s	2	0	2283	2283 23	\N	\N	\N	\N	\N	window_lead_with_offset	\N	\N	\N	\N
3111	lead	11	10	12	1	0	0	0	w	f	f	t	f	i	s	3	0	5077	5077 23 5077	\N	\N	\N	\N	\N	window_lead_with_offset_and_default	\N	\N	\N	\N
3112	first_value	11	10	12	1	0	0	0	w	f	f	t	f	i	s	1	0	2283	2283	\N	\N	\N	\N	\N	window_first_value	\N	\N	\N	\N
3113	last_value	11	10	12	1	0	0	0	w	f	f	t	f	i	s	1	0	2283	2283	\N	\N	\N	\N	\N	window_last_value	\N	\N	\N	\N
3114	nth_value	11	10	12	1	0	0	0	w	f	f	t	f	i	s	2	0	2283	2283 23	\N	\N	\N	\N	\N	window_nth_value	\N	\N	\N	\N
3120	void_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2278	2281	\N	\N	\N	\N	\N	void_recv	\N	\N	\N	\N
3121	void_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2278	\N	\N	\N	\N	\N	void_send	\N	\N	\N	\N
3138	has_type_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_type_privilege_name_name	\N	\N	\N	\N
3139	has_type_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 26 25	\N	\N	\N	\N	\N	has_type_privilege_name_id	\N	\N	\N	\N
3140	has_type_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_type_privilege_id_name	\N	\N	\N	\N
3141	has_type_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 26 25	\N	\N	\N	\N	\N	has_type_privilege_id_id	\N	\N	\N	\N
3142	has_type_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_type_privilege_name	\N	\N	\N	\N
3143	has_type_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	26 25	\N	\N	\N	\N	\N	has_type_privilege_id	\N	\N	\N	\N
3150	pg_stat_get_db_temp_files	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_temp_files	\N	\N	\N	\N
3151	pg_stat_get_db_temp_bytes	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_temp_bytes	\N	\N	\N	\N
3152	pg_stat_get_db_deadlocks	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_deadlocks	\N	\N	\N	\N
3153	array_to_json	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	114	2277	\N	\N	\N	\N	\N	array_to_json	\N	\N	\N	\N
3154	array_to_json	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	114	2277 16	\N	\N	\N	\N	\N	array_to_json_pretty	\N	\N	\N	\N
3155	row_to_json	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	114	2249	\N	\N	\N	\N	\N	row_to_json	\N	\N	\N	\N
3156	row_to_json	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	114	2249 16	\N	\N	\N	\N	\N	row_to_json_pretty	\N	\N	\N	\N
3159	pg_get_viewdef	11	10	12	1	0	0	0	f	f	f	t	f	s	r	2	0	25	26 23	\N	\N	\N	\N	\N	pg_get_viewdef_wrap	\N	\N	\N	\N
3160	pg_stat_get_checkpoint_write_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	701		\N	\N	\N	\N	\N	pg_stat_get_checkpoint_write_time	\N	\N	\N	\N
3161	pg_stat_get_checkpoint_sync_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	701		\N	\N	\N	\N	\N	pg_stat_get_checkpoint_sync_time	\N	\N	\N	\N
3162	pg_collation_for	11	10	12	1	0	0	0	f	f	f	f	f	s	s	1	0	25	2276	\N	\N	\N	\N	\N	pg_collation_for	\N	\N	\N	\N
3163	pg_trigger_depth	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	23		\N	\N	\N	\N	\N	pg_trigger_depth	\N	\N	\N	\N
3166	pg_size_pretty	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	1700	\N	\N	\N	\N	\N	pg_size_pretty_numeric	\N	\N	\N	\N
3167	array_remove	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	5078	5078 5077	\N	\N	\N	\N	\N	array_remove	\N	\N	\N	\N
3168	array_replace	11	10	12	1	0	0	0	f	f	f	f	f	i	s	3	0	5078	5078 5077 5077	\N	\N	\N	\N	\N	array_replace	\N	\N	\N	\N
3169	rangesel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	rangesel	\N	\N	\N	\N
3170	lo_lseek64	11	10	12	1	0	0	0	f	f	f	t	f	v	u	3	0	20	23 20 23	\N	\N	\N	\N	\N	be_lo_lseek64	\N	\N	\N	\N
3171	lo_tell64	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	20	23	\N	\N	\N	\N	\N	be_lo_tell64	\N	\N	\N	\N
3172	lo_truncate64	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	23	23 20	\N	\N	\N	\N	\N	be_lo_truncate64	\N	\N	\N	\N
3173	json_agg_transfn	11	10	12	1	0	0	0	f	f	f	f	f	s	s	2	0	2281	2281 2283	\N	\N	\N	\N	\N	json_agg_transfn	\N	\N	\N	\N
3174	json_agg_finalfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	114	2281	\N	\N	\N	\N	\N	json_agg_finalfn	\N	\N	\N	\N
3175	json_agg	11	10	12	1	0	0	0	a	f	f	f	f	s	s	1	0	114	2283	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3176	to_json	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	114	2283	\N	\N	\N	\N	\N	to_json	\N	\N	\N	\N
3177	pg_stat_get_mod_since_analyze	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_mod_since_analyze	\N	\N	\N	\N
3178	numeric_sum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_sum	\N	\N	\N	\N
3179	cardinality	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	2277	\N	\N	\N	\N	\N	array_cardinality	\N	\N	\N	\N
3180	json_object_agg_transfn	11	10	12	1	0	0	0	f	f	f	f	f	s	s	3	0	2281	2281 2276 2276	\N	\N	\N	\N	\N	json_object_agg_transfn	\N	\N	\N	\N
3181	record_image_eq	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_image_eq	\N	\N	\N	\N
3182	record_image_ne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_image_ne	\N	\N	\N	\N
3183	record_image_lt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_image_lt	\N	\N	\N	\N
3184	record_image_gt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_image_gt	\N	\N	\N	\N
3185	record_image_le	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_image_le	\N	\N	\N	\N
3186	record_image_ge	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	2249 2249	\N	\N	\N	\N	\N	record_image_ge	\N	\N	\N	\N
3187	btrecordimagecmp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	2249 2249	\N	\N	\N	\N	\N	btrecordimagecmp	\N	\N	\N	\N
3195	pg_stat_get_archiver	11	10	12	1	0	0	0	f	f	f	f	f	s	r	0	0	2249		{20,25,1184,20,25,1184,1184}	{o,o,o,o,o,o,o}	{archived_count,last_archived_wal,last_archived_time,failed_count,last_failed_wal,last_failed_time,stats_reset}	\N	\N	pg_stat_get_archiver	\N	\N	\N	\N
3196	json_object_agg_finalfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	114	2281	\N	\N	\N	\N	\N	json_object_agg_finalfn	\N	\N	\N	\N
3197	json_object_agg	11	10	12	1	0	0	0	a	f	f	f	f	s	s	2	0	114	2276 2276	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3198	json_build_array	11	10	12	1	0	2276	0	f	f	f	f	f	s	s	1	0	114	2276	{2276}	{v}	\N	\N	\N	json_build_array	\N	\N	\N	\N
3199	json_build_array	11	10	12	1	0	0	0	f	f	f	f	f	s	s	0	0	114		\N	\N	\N	\N	\N	json_build_array_noargs	\N	\N	\N	\N
3200	json_build_object	11	10	12	1	0	2276	0	f	f	f	f	f	s	s	1	0	114	2276	{2276}	{v}	\N	\N	\N	json_build_object	\N	\N	\N	\N
3201	json_build_object	11	10	12	1	0	0	0	f	f	f	f	f	s	s	0	0	114		\N	\N	\N	\N	\N	json_build_object_noargs	\N	\N	\N	\N
3202	json_object	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	114	1009	\N	\N	\N	\N	\N	json_object	\N	\N	\N	\N
3203	json_object	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	114	1009 1009	\N	\N	\N	\N	\N	json_object_two_arg	\N	\N	\N	\N
3204	json_to_record	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2249	114	\N	\N	\N	\N	\N	json_to_record	\N	\N	\N	\N
3205	json_to_recordset	11	10	12	1	100	0	0	f	f	f	f	t	s	s	1	0	2249	114	\N	\N	\N	\N	\N	json_to_recordset	\N	\N	\N	\N
3207	jsonb_array_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	3802	\N	\N	\N	\N	\N	jsonb_array_length	\N	\N	\N	\N
3208	jsonb_each	11	10	12	1	100	0	0	f	f	f	t	t	i	s	1	0	2249	3802	{3802,25,3802}	{i,o,o}	{from_json,key,value}	\N	\N	jsonb_each	\N	\N	\N	\N
3209	jsonb_populate_record	11	10	12	1	0	0	0	f	f	f	f	f	s	s	2	0	2283	2283 3802	\N	\N	\N	\N	\N	jsonb_populate_record	\N	\N	\N	\N
3210	jsonb_typeof	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	3802	\N	\N	\N	\N	\N	jsonb_typeof	\N	\N	\N	\N
3214	jsonb_object_field_text	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	3802 25	\N	\N	{from_json,field_name}	\N	\N	jsonb_object_field_text	\N	\N	\N	\N
3215	jsonb_array_element	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3802	3802 23	\N	\N	{from_json,element_index}	\N	\N	jsonb_array_element	\N	\N	\N	\N
3216	jsonb_array_element_text	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	3802 23	\N	\N	{from_json,element_index}	\N	\N	jsonb_array_element_text	\N	\N	\N	\N
3217	jsonb_extract_path	11	10	12	1	0	25	0	f	f	f	t	f	i	s	2	0	3802	3802 1009	{3802,1009}	{i,v}	{from_json,path_elems}	\N	\N	jsonb_extract_path	\N	\N	\N	\N
3218	width_bucket	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	5077 5078	\N	\N	\N	\N	\N	width_bucket_array	\N	\N	\N	\N
3219	jsonb_array_elements	11	10	12	1	100	0	0	f	f	f	t	t	i	s	1	0	3802	3802	{3802,3802}	{i,o}	{from_json,value}	\N	\N	jsonb_array_elements	\N	\N	\N	\N
3229	pg_lsn_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3220	2275	\N	\N	\N	\N	\N	pg_lsn_in	\N	\N	\N	\N
3230	pg_lsn_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	3220	\N	\N	\N	\N	\N	pg_lsn_out	\N	\N	\N	\N
3238	pg_lsn_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3220	2281	\N	\N	\N	\N	\N	pg_lsn_recv	\N	\N	\N	\N
3239	pg_lsn_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	3220	\N	\N	\N	\N	\N	pg_lsn_send	\N	\N	\N	\N
3259	generate_series	11	10	12	1	1000	0	0	f	f	f	t	t	i	s	3	0	1700	1700 1700 1700	\N	\N	\N	\N	\N	generate_series_step_numeric	\N	\N	\N	\N
3260	generate_series	11	10	12	1	1000	0	0	f	f	f	t	t	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	generate_series_numeric	\N	\N	\N	\N
3261	json_strip_nulls	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	114	114	\N	\N	\N	\N	\N	json_strip_nulls	\N	\N	\N	\N
3262	jsonb_strip_nulls	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3802	3802	\N	\N	\N	\N	\N	jsonb_strip_nulls	\N	\N	\N	\N
3263	jsonb_object	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3802	1009	\N	\N	\N	\N	\N	jsonb_object	\N	\N	\N	\N
3264	jsonb_object	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3802	1009 1009	\N	\N	\N	\N	\N	jsonb_object_two_arg	\N	\N	\N	\N
3265	jsonb_agg_transfn	11	10	12	1	0	0	0	f	f	f	f	f	s	s	2	0	2281	2281 2283	\N	\N	\N	\N	\N	jsonb_agg_transfn	\N	\N	\N	\N
3266	jsonb_agg_finalfn	11	10	12	1	0	0	0	f	f	f	f	f	s	s	1	0	3802	2281	\N	\N	\N	\N	\N	jsonb_agg_finalfn	\N	\N	\N	\N
3267	jsonb_agg	11	10	12	1	0	0	0	a	f	f	f	f	s	s	1	0	3802	2283	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3268	jsonb_object_agg_transfn	11	10	12	1	0	0	0	f	f	f	f	f	s	s	3	0	2281	2281 2276 2276	\N	\N	\N	\N	\N	jsonb_object_agg_transfn	\N	\N	\N	\N
3269	jsonb_object_agg_finalfn	11	10	12	1	0	0	0	f	f	f	f	f	s	s	1	0	3802	2281	\N	\N	\N	\N	\N	jsonb_object_agg_finalfn	\N	\N	\N	\N
3270	jsonb_object_agg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	3802	2276 2276	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3271	jsonb_build_array	11	10	12	1	0	2276	0	f	f	f	f	f	s	s	1	0	3802	2276	{2276}	{v}	\N	\N	\N	jsonb_build_array	\N	\N	\N	\N
3272	jsonb_build_array	11	10	12	1	0	0	0	f	f	f	f	f	s	s	0	0	3802		\N	\N	\N	\N	\N	jsonb_build_array_noargs	\N	\N	\N	\N
3273	jsonb_build_object	11	10	12	1	0	2276	0	f	f	f	f	f	s	s	1	0	3802	2276	{2276}	{v}	\N	\N	\N	jsonb_build_object	\N	\N	\N	\N
3274	jsonb_build_object	11	10	12	1	0	0	0	f	f	f	f	f	s	s	0	0	3802		\N	\N	\N	\N	\N	jsonb_build_object_noargs	\N	\N	\N	\N
3277	array_position	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	23	5078 5077	\N	\N	\N	\N	\N	array_position	\N	\N	\N	\N
3278	array_position	11	10	12	1	0	0	0	f	f	f	f	f	i	s	3	0	23	5078 5077 23	\N	\N	\N	\N	\N	array_position_start	\N	\N	\N	\N
3279	array_positions	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	1007	5078 5077	\N	\N	\N	\N	\N	array_positions	\N	\N	\N	\N
3281	scale	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1700	\N	\N	\N	\N	\N	numeric_scale	\N	\N	\N	\N
3293	pg_read_file	11	10	12	1	0	0	0	f	f	f	t	f	v	s	4	0	25	25 20 20 16	\N	\N	\N	\N	\N	pg_read_file_v2	\N	\N	\N	{postgres=X/postgres}
3294	current_setting	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	25 16	\N	\N	\N	\N	\N	show_config_by_name_missing_ok	\N	\N	\N	\N
3295	pg_read_binary_file	11	10	12	1	0	0	0	f	f	f	t	f	v	s	4	0	17	25 20 20 16	\N	\N	\N	\N	\N	pg_read_binary_file	\N	\N	\N	{postgres=X/postgres}
3296	pg_notification_queue_usage	11	10	12	1	0	0	0	f	f	f	t	f	v	r	0	0	701		\N	\N	\N	\N	\N	pg_notification_queue_usage	\N	\N	\N	\N
3297	pg_ls_dir	11	10	12	1	1000	0	0	f	f	f	t	t	v	s	3	0	25	25 16 16	\N	\N	\N	\N	\N	pg_ls_dir	\N	\N	\N	{postgres=X/postgres}
3298	row_security_active	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	row_security_active	\N	\N	\N	\N
3299	row_security_active	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	16	25	\N	\N	\N	\N	\N	row_security_active_name	\N	\N	\N	\N
3301	jsonb_concat	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3802	3802 3802	\N	\N	\N	\N	\N	jsonb_concat	\N	\N	\N	\N
3302	jsonb_delete	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3802	3802 25	\N	\N	\N	\N	\N	jsonb_delete	\N	\N	\N	\N
3303	jsonb_delete	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3802	3802 23	\N	\N	\N	\N	\N	jsonb_delete_idx	\N	\N	\N	\N
3304	jsonb_delete_path	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3802	3802 1009	\N	\N	\N	\N	\N	jsonb_delete_path	\N	\N	\N	\N
3305	jsonb_set	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	1	3802	3802 1009 3802 16	\N	\N	{jsonb_in,path,replacement,create_if_missing}	\N	\N	jsonb_set	\N	\N	\N	\N
3306	jsonb_pretty	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	3802	\N	\N	\N	\N	\N	jsonb_pretty	\N	\N	\N	\N
3307	pg_stat_file	11	10	12	1	0	0	0	f	f	f	t	f	v	s	2	0	2249	25 16	{25,16,20,1184,1184,1184,1184,16}	{i,i,o,o,o,o,o,o}	{filename,missing_ok,size,access,modification,change,creation,isdir}	\N	\N	pg_stat_file	\N	\N	\N	{postgres=X/postgres}
3309	xidneqint4	11	10	12	1	0	0	0	f	f	t	t	f	i	s	2	0	16	28 23	\N	\N	\N	\N	\N	xidneq	\N	\N	\N	\N
3317	pg_stat_get_wal_receiver	11	10	12	1	0	0	0	f	f	f	f	f	s	r	0	0	2249		{23,25,3220,23,3220,3220,23,1184,1184,3220,1184,25,25,23,25}	{o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{pid,status,receive_start_lsn,receive_start_tli,written_lsn,flushed_lsn,received_tli,last_msg_send_time,last_msg_receipt_time,latest_end_lsn,latest_end_time,slot_name,sender_host,sender_port,conninfo}	\N	\N	pg_stat_get_wal_receiver	\N	\N	\N	\N
3318	pg_stat_get_progress_info	11	10	12	1	100	0	0	f	f	f	t	t	s	r	1	0	2249	25	{25,23,26,26,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20,20}	{i,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{cmdtype,pid,datid,relid,param1,param2,param3,param4,param5,param6,param7,param8,param9,param10,param11,param12,param13,param14,param15,param16,param17,param18,param19,param20}	\N	\N	pg_stat_get_progress_info	\N	\N	\N	\N
3324	int4_avg_combine	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1016	1016 1016	\N	\N	\N	\N	\N	int4_avg_combine	\N	\N	\N	\N
3325	interval_combine	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1187	1187 1187	\N	\N	\N	\N	\N	interval_combine	\N	\N	\N	\N
3329	pg_show_all_file_settings	11	10	12	1	1000	0	0	f	f	f	t	t	v	s	0	0	2249		{25,23,23,25,25,16,25}	{o,o,o,o,o,o,o}	{sourcefile,sourceline,seqno,name,setting,applied,error}	\N	\N	show_all_file_settings	\N	\N	\N	{postgres=X/postgres}
3334	pg_size_bytes	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	25	\N	\N	\N	\N	\N	pg_size_bytes	\N	\N	\N	\N
3335	numeric_serialize	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2281	\N	\N	\N	\N	\N	numeric_serialize	\N	\N	\N	\N
3336	numeric_deserialize	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	2281	17 2281	\N	\N	\N	\N	\N	numeric_deserialize	\N	\N	\N	\N
3337	numeric_avg_combine	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 2281	\N	\N	\N	\N	\N	numeric_avg_combine	\N	\N	\N	\N
3338	numeric_poly_combine	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 2281	\N	\N	\N	\N	\N	numeric_poly_combine	\N	\N	\N	\N
3339	numeric_poly_serialize	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	2281	\N	\N	\N	\N	\N	numeric_poly_serialize	\N	\N	\N	\N
3340	numeric_poly_deserialize	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	2281	17 2281	\N	\N	\N	\N	\N	numeric_poly_deserialize	\N	\N	\N	\N
3341	numeric_combine	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 2281	\N	\N	\N	\N	\N	numeric_combine	\N	\N	\N	\N
3342	float8_regr_combine	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1022	1022 1022	\N	\N	\N	\N	\N	float8_regr_combine	\N	\N	\N	\N
3343	jsonb_delete	11	10	12	1	0	25	0	f	f	f	t	f	i	s	2	0	3802	3802 1009	{3802,1009}	{i,v}	{from_json,path_elems}	\N	\N	jsonb_delete_array	\N	\N	\N	\N
3344	cash_mul_int8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 20	\N	\N	\N	\N	\N	cash_mul_int8	\N	\N	\N	\N
3345	cash_div_int8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	790	790 20	\N	\N	\N	\N	\N	cash_div_int8	\N	\N	\N	\N
3348	txid_current_if_assigned	11	10	12	1	0	0	0	f	f	f	t	f	s	u	0	0	20		\N	\N	\N	\N	\N	pg_current_xact_id_if_assigned	\N	\N	\N	\N
3352	pg_get_partkeydef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_partkeydef	\N	\N	\N	\N
3353	pg_ls_logdir	11	10	12	10	20	0	0	f	f	f	t	t	v	s	0	0	2249		{25,20,1184}	{o,o,o}	{name,size,modification}	\N	\N	pg_ls_logdir	\N	\N	\N	{postgres=X/postgres,pg_monitor=X/postgres}
3354	pg_ls_waldir	11	10	12	10	20	0	0	f	f	f	t	t	v	s	0	0	2249		{25,20,1184}	{o,o,o}	{name,size,modification}	\N	\N	pg_ls_waldir	\N	\N	\N	{postgres=X/postgres,pg_monitor=X/postgres}
3360	txid_status	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	25	20	\N	\N	\N	\N	\N	pg_xact_status	\N	\N	\N	\N
3376	pg_safe_snapshot_blocking_pids	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	1007	23	\N	\N	\N	\N	\N	pg_safe_snapshot_blocking_pids	\N	\N	\N	\N
3378	pg_isolation_test_session_is_blocked	11	10	12	1	0	0	0	f	f	f	t	f	v	s	2	0	16	23 1007	\N	\N	\N	\N	\N	pg_isolation_test_session_is_blocked	\N	\N	\N	\N
3382	pg_identify_object_as_address	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	2249	26 26 23	{26,26,23,25,1009,1009}	{i,i,i,o,o,o}	{classid,objid,objsubid,type,object_names,object_args}	\N	\N	pg_identify_object_as_address	\N	\N	\N	\N
3387	int8_avg_accum_inv	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 20	\N	\N	\N	\N	\N	int8_avg_accum_inv	\N	\N	\N	\N
3388	numeric_poly_sum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_poly_sum	\N	\N	\N	\N
3389	numeric_poly_avg	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_poly_avg	\N	\N	\N	\N
3390	numeric_poly_var_pop	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_poly_var_pop	\N	\N	\N	\N
3391	numeric_poly_var_samp	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_poly_var_samp	\N	\N	\N	\N
3392	numeric_poly_stddev_pop	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_poly_stddev_pop	\N	\N	\N	\N
3393	numeric_poly_stddev_samp	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	1700	2281	\N	\N	\N	\N	\N	numeric_poly_stddev_samp	\N	\N	\N	\N
3396	regexp_match	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1009	25 25	\N	\N	\N	\N	\N	regexp_match_no_flags	\N	\N	\N	\N
3397	regexp_match	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1009	25 25 25	\N	\N	\N	\N	\N	regexp_match	\N	\N	\N	\N
3400	pg_config	11	10	12	1	23	0	0	f	f	f	t	t	s	r	0	0	2249		{25,25}	{o,o}	{name,setting}	\N	\N	pg_config	\N	\N	\N	{postgres=X/postgres}
3401	pg_hba_file_rules	11	10	12	1	1000	0	0	f	f	f	t	t	v	s	0	0	2249		{23,25,1009,1009,25,25,25,1009,25}	{o,o,o,o,o,o,o,o,o}	{line_number,type,database,user_name,address,netmask,auth_method,options,error}	\N	\N	pg_hba_file_rules	\N	\N	\N	{postgres=X/postgres}
3403	pg_statistics_obj_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_statistics_obj_is_visible	\N	\N	\N	\N
3408	pg_get_partition_constraintdef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_partition_constraintdef	\N	\N	\N	\N
3409	time_hash_extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	1083 20	\N	\N	\N	\N	\N	time_hash_extended	\N	\N	\N	\N
3411	timestamp_hash_extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	1114 20	\N	\N	\N	\N	\N	timestamp_hash_extended	\N	\N	\N	\N
3412	uuid_hash_extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	2950 20	\N	\N	\N	\N	\N	uuid_hash_extended	\N	\N	\N	\N
3415	pg_get_statisticsobjdef	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_statisticsobjdef	\N	\N	\N	\N
3416	jsonb_hash_extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	3802 20	\N	\N	\N	\N	\N	jsonb_hash_extended	\N	\N	\N	\N
3418	interval_hash_extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	1186 20	\N	\N	\N	\N	\N	interval_hash_extended	\N	\N	\N	\N
3419	sha224	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	17	17	\N	\N	\N	\N	\N	sha224_bytea	\N	\N	\N	\N
3420	sha256	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	17	17	\N	\N	\N	\N	\N	sha256_bytea	\N	\N	\N	\N
3421	sha384	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	17	17	\N	\N	\N	\N	\N	sha384_bytea	\N	\N	\N	\N
3422	sha512	11	10	12	1	0	0	0	f	f	t	t	f	i	s	1	0	17	17	\N	\N	\N	\N	\N	sha512_bytea	\N	\N	\N	\N
3423	pg_partition_tree	11	10	12	1	1000	0	0	f	f	f	t	t	v	s	1	0	2249	2205	{2205,2205,2205,16,23}	{i,o,o,o,o}	{rootrelid,relid,parentrelid,isleaf,level}	\N	\N	pg_partition_tree	\N	\N	\N	\N
3424	pg_partition_root	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2205	2205	\N	\N	\N	\N	\N	pg_partition_root	\N	\N	\N	\N
3425	pg_partition_ancestors	11	10	12	1	10	0	0	f	f	f	t	t	v	s	1	0	2205	2205	{2205,2205}	{i,o}	{partitionid,relid}	\N	\N	pg_partition_ancestors	\N	\N	\N	\N
3426	pg_stat_get_db_checksum_failures	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_checksum_failures	\N	\N	\N	\N
3428	pg_stat_get_db_checksum_last_failure	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	1184	26	\N	\N	\N	\N	\N	pg_stat_get_db_checksum_last_failure	\N	\N	\N	\N
3432	gen_random_uuid	11	10	12	1	0	0	0	f	f	t	t	f	v	s	0	0	2950		\N	\N	\N	\N	\N	gen_random_uuid	\N	\N	\N	\N
3436	pg_promote	11	10	12	1	0	0	0	f	f	f	t	f	v	s	2	2	16	16 23	\N	\N	{wait,wait_seconds}	\N	\N	pg_promote	\N	\N	\N	{postgres=X/postgres}
3437	prefixsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	prefixsel	\N	\N	\N	\N
3438	prefixjoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	prefixjoinsel	\N	\N	\N	\N
3441	pg_control_system	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	2249		{23,23,20,1184}	{o,o,o,o}	{pg_control_version,catalog_version_no,system_identifier,pg_control_last_modified}	\N	\N	pg_control_system	\N	\N	\N	\N
3442	pg_control_checkpoint	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	2249		{3220,3220,25,23,23,16,25,26,28,28,28,26,28,28,26,28,28,1184}	{o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{checkpoint_lsn,redo_lsn,redo_wal_file,timeline_id,prev_timeline_id,full_page_writes,next_xid,next_oid,next_multixact_id,next_multi_offset,oldest_xid,oldest_xid_dbid,oldest_active_xid,oldest_multi_xid,oldest_multi_dbid,oldest_commit_ts_xid,newest_commit_ts_xid,checkpoint_time}	\N	\N	pg_control_checkpoint	\N	\N	\N	\N
3443	pg_control_recovery	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	2249		{3220,23,3220,3220,16}	{o,o,o,o,o}	{min_recovery_end_lsn,min_recovery_end_timeline,backup_start_lsn,backup_end_lsn,end_of_backup_record_required}	\N	\N	pg_control_recovery	\N	\N	\N	\N
3444	pg_control_init	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	2249		{23,23,23,23,23,23,23,23,23,16,23}	{o,o,o,o,o,o,o,o,o,o,o}	{max_data_alignment,database_block_size,blocks_per_segment,wal_block_size,bytes_per_wal_segment,max_identifier_length,max_index_columns,max_toast_chunk_size,large_object_chunk_size,float8_pass_by_value,data_page_checksum_version}	\N	\N	pg_control_init	\N	\N	\N	\N
3445	pg_import_system_collations	11	10	12	100	0	0	0	f	f	f	t	f	v	u	1	0	23	4089	\N	\N	\N	\N	\N	pg_import_system_collations	\N	\N	\N	\N
3446	macaddr8_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	774	2281	\N	\N	\N	\N	\N	macaddr8_recv	\N	\N	\N	\N
3447	macaddr8_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	774	\N	\N	\N	\N	\N	macaddr8_send	\N	\N	\N	\N
3448	pg_collation_actual_version	11	10	12	100	0	0	0	f	f	f	t	f	v	s	1	0	25	26	\N	\N	\N	\N	\N	pg_collation_actual_version	\N	\N	\N	\N
3449	numeric	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	3802	\N	\N	\N	\N	\N	jsonb_numeric	\N	\N	\N	\N
3450	int2	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	21	3802	\N	\N	\N	\N	\N	jsonb_int2	\N	\N	\N	\N
3451	int4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	3802	\N	\N	\N	\N	\N	jsonb_int4	\N	\N	\N	\N
3452	int8	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	3802	\N	\N	\N	\N	\N	jsonb_int8	\N	\N	\N	\N
3453	float4	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	700	3802	\N	\N	\N	\N	\N	jsonb_float4	\N	\N	\N	\N
3454	pg_filenode_relation	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	2205	26 26	\N	\N	\N	\N	\N	pg_filenode_relation	\N	\N	\N	\N
3457	lo_from_bytea	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	26	26 17	\N	\N	\N	\N	\N	be_lo_from_bytea	\N	\N	\N	\N
3458	lo_get	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	17	26	\N	\N	\N	\N	\N	be_lo_get	\N	\N	\N	\N
3459	lo_get	11	10	12	1	0	0	0	f	f	f	t	f	v	u	3	0	17	26 20 23	\N	\N	\N	\N	\N	be_lo_get_fragment	\N	\N	\N	\N
3460	lo_put	11	10	12	1	0	0	0	f	f	f	t	f	v	u	3	0	2278	26 20 17	\N	\N	\N	\N	\N	be_lo_put	\N	\N	\N	\N
3461	make_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	6	0	1114	23 23 23 23 23 701	\N	\N	{year,month,mday,hour,min,sec}	\N	\N	make_timestamp	\N	\N	\N	\N
3462	make_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	6	0	1184	23 23 23 23 23 701	\N	\N	{year,month,mday,hour,min,sec}	\N	\N	make_timestamptz	\N	\N	\N	\N
3463	make_timestamptz	11	10	12	1	0	0	0	f	f	f	t	f	s	s	7	0	1184	23 23 23 23 23 701 25	\N	\N	{year,month,mday,hour,min,sec,timezone}	\N	\N	make_timestamptz_at_timezone	\N	\N	\N	\N
3464	make_interval	11	10	12	1	0	0	0	f	f	f	t	f	i	s	7	7	1186	23 23 23 23 23 23 701	\N	\N	{years,months,weeks,days,hours,mins,secs}	\N	\N	make_interval	\N	\N	\N	\N
3465	jsonb_array_elements_text	11	10	12	1	100	0	0	f	f	f	t	t	i	s	1	0	25	3802	{3802,25}	{i,o}	{from_json,value}	\N	\N	jsonb_array_elements_text	\N	\N	\N	\N
3475	jsonb_populate_recordset	11	10	12	1	100	0	0	f	f	f	f	t	s	s	2	0	2283	2283 3802	\N	\N	\N	\N	\N	jsonb_populate_recordset	\N	\N	\N	\N
3476	to_regoperator	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2204	25	\N	\N	\N	\N	\N	to_regoperator	\N	\N	\N	\N
3478	jsonb_object_field	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3802	3802 25	\N	\N	{from_json,field_name}	\N	\N	jsonb_object_field	\N	\N	\N	\N
3479	to_regprocedure	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2202	25	\N	\N	\N	\N	\N	to_regprocedure	\N	\N	\N	\N
3480	gin_compare_jsonb	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	25 25	\N	\N	\N	\N	\N	gin_compare_jsonb	\N	\N	\N	\N
3490	jsonb_to_record	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2249	3802	\N	\N	\N	\N	\N	jsonb_to_record	\N	\N	\N	\N
3491	jsonb_to_recordset	11	10	12	1	100	0	0	f	f	f	f	t	s	s	1	0	2249	3802	\N	\N	\N	\N	\N	jsonb_to_recordset	\N	\N	\N	\N
3492	to_regoper	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2203	25	\N	\N	\N	\N	\N	to_regoper	\N	\N	\N	\N
3493	to_regtype	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2206	25	\N	\N	\N	\N	\N	to_regtype	\N	\N	\N	\N
3494	to_regproc	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	24	25	\N	\N	\N	\N	\N	to_regproc	\N	\N	\N	\N
3495	to_regclass	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2205	25	\N	\N	\N	\N	\N	to_regclass	\N	\N	\N	\N
3496	bool_accum	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 16	\N	\N	\N	\N	\N	bool_accum	\N	\N	\N	\N
3497	bool_accum_inv	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 16	\N	\N	\N	\N	\N	bool_accum_inv	\N	\N	\N	\N
3498	bool_alltrue	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	2281	\N	\N	\N	\N	\N	bool_alltrue	\N	\N	\N	\N
3499	bool_anytrue	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	2281	\N	\N	\N	\N	\N	bool_anytrue	\N	\N	\N	\N
3524	enum_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3500	3500 3500	\N	\N	\N	\N	\N	enum_smaller	\N	\N	\N	\N
3525	enum_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3500	3500 3500	\N	\N	\N	\N	\N	enum_larger	\N	\N	\N	\N
3535	string_agg_transfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	3	0	2281	2281 25 25	\N	\N	\N	\N	\N	string_agg_transfn	\N	\N	\N	\N
3536	string_agg_finalfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	25	2281	\N	\N	\N	\N	\N	string_agg_finalfn	\N	\N	\N	\N
3537	pg_describe_object	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	25	26 26 23	\N	\N	\N	\N	\N	pg_describe_object	\N	\N	\N	\N
3538	string_agg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3539	format	11	10	12	1	0	2276	0	f	f	f	f	f	s	s	2	0	25	25 2276	{25,2276}	{i,v}	\N	\N	\N	text_format	\N	\N	\N	\N
3540	format	11	10	12	1	0	0	0	f	f	f	f	f	s	s	1	0	25	25	\N	\N	\N	\N	\N	text_format_nv	\N	\N	\N	\N
3543	bytea_string_agg_transfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	3	0	2281	2281 17 17	\N	\N	\N	\N	\N	bytea_string_agg_transfn	\N	\N	\N	\N
3544	bytea_string_agg_finalfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	1	0	17	2281	\N	\N	\N	\N	\N	bytea_string_agg_finalfn	\N	\N	\N	\N
3545	string_agg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	17	17 17	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3546	int8dec	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	int8dec	\N	\N	\N	\N
3547	int8dec_any	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 2276	\N	\N	\N	\N	\N	int8dec_any	\N	\N	\N	\N
3548	numeric_accum_inv	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 1700	\N	\N	\N	\N	\N	numeric_accum_inv	\N	\N	\N	\N
3549	interval_accum_inv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1187	1187 1186	\N	\N	\N	\N	\N	interval_accum_inv	\N	\N	\N	\N
3556	bool	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	3802	\N	\N	\N	\N	\N	jsonb_bool	\N	\N	\N	\N
3562	network_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	869	869 869	\N	\N	\N	\N	\N	network_larger	\N	\N	\N	\N
3563	network_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	869	869 869	\N	\N	\N	\N	\N	network_smaller	\N	\N	\N	\N
3566	pg_event_trigger_dropped_objects	11	10	12	10	100	0	0	f	f	f	t	t	s	r	0	0	2249		{26,26,23,16,16,16,25,25,25,25,1009,1009}	{o,o,o,o,o,o,o,o,o,o,o,o}	{classid,objid,objsubid,original,normal,is_temporary,object_type,schema_name,object_name,object_identity,address_names,address_args}	\N	\N	pg_event_trigger_dropped_objects	\N	\N	\N	\N
3567	int2_accum_inv	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 21	\N	\N	\N	\N	\N	int2_accum_inv	\N	\N	\N	\N
3568	int4_accum_inv	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 23	\N	\N	\N	\N	\N	int4_accum_inv	\N	\N	\N	\N
3569	int8_accum_inv	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 20	\N	\N	\N	\N	\N	int8_accum_inv	\N	\N	\N	\N
3570	int2_avg_accum_inv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1016	1016 21	\N	\N	\N	\N	\N	int2_avg_accum_inv	\N	\N	\N	\N
3571	int4_avg_accum_inv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1016	1016 23	\N	\N	\N	\N	\N	int4_avg_accum_inv	\N	\N	\N	\N
3572	int2int4_sum	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	1016	\N	\N	\N	\N	\N	int2int4_sum	\N	\N	\N	\N
3579	jsonb_insert	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	1	3802	3802 1009 3802 16	\N	\N	{jsonb_in,path,replacement,insert_after}	\N	\N	jsonb_insert	\N	\N	\N	\N
3582	binary_upgrade_set_next_pg_type_oid	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_pg_type_oid	\N	\N	\N	\N
3583	pg_last_committed_xact	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	2249		{28,1184,26}	{o,o,o}	{xid,timestamp,roident}	\N	\N	pg_last_committed_xact	\N	\N	\N	\N
3584	binary_upgrade_set_next_array_pg_type_oid	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_array_pg_type_oid	\N	\N	\N	\N
3586	binary_upgrade_set_next_heap_pg_class_oid	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_heap_pg_class_oid	\N	\N	\N	\N
3587	binary_upgrade_set_next_index_pg_class_oid	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_index_pg_class_oid	\N	\N	\N	\N
3588	binary_upgrade_set_next_toast_pg_class_oid	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_toast_pg_class_oid	\N	\N	\N	\N
3589	binary_upgrade_set_next_pg_enum_oid	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_pg_enum_oid	\N	\N	\N	\N
3590	binary_upgrade_set_next_pg_authid_oid	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_pg_authid_oid	\N	\N	\N	\N
3591	binary_upgrade_create_empty_extension	11	10	12	1	0	0	0	f	f	f	f	f	v	u	7	0	2278	25 25 16 25 1028 1009 1009	\N	\N	\N	\N	\N	binary_upgrade_create_empty_extension	\N	\N	\N	\N
3610	tsvectorin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3614	2275	\N	\N	\N	\N	\N	tsvectorin	\N	\N	\N	\N
3611	tsvectorout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	3614	\N	\N	\N	\N	\N	tsvectorout	\N	\N	\N	\N
3612	tsqueryin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3615	2275	\N	\N	\N	\N	\N	tsqueryin	\N	\N	\N	\N
3613	tsqueryout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	3615	\N	\N	\N	\N	\N	tsqueryout	\N	\N	\N	\N
3638	tsvectorsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	3614	\N	\N	\N	\N	\N	tsvectorsend	\N	\N	\N	\N
3639	tsvectorrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3614	2281	\N	\N	\N	\N	\N	tsvectorrecv	\N	\N	\N	\N
3640	tsquerysend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	3615	\N	\N	\N	\N	\N	tsquerysend	\N	\N	\N	\N
3641	tsqueryrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3615	2281	\N	\N	\N	\N	\N	tsqueryrecv	\N	\N	\N	\N
3646	gtsvectorin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3642	2275	\N	\N	\N	\N	\N	gtsvectorin	\N	\N	\N	\N
3647	gtsvectorout	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	3642	\N	\N	\N	\N	\N	gtsvectorout	\N	\N	\N	\N
3688	ts_typanalyze	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	16	2281	\N	\N	\N	\N	\N	ts_typanalyze	\N	\N	\N	\N
3689	ts_stat	11	10	12	10	10000	0	0	f	f	f	t	t	v	u	1	0	2249	25	{25,25,23,23}	{i,o,o,o}	{query,word,ndoc,nentry}	\N	\N	ts_stat1	\N	\N	\N	\N
3690	ts_stat	11	10	12	10	10000	0	0	f	f	f	t	t	v	u	2	0	2249	25 25	{25,25,25,23,23}	{i,i,o,o,o}	{query,weights,word,ndoc,nentry}	\N	\N	ts_stat2	\N	\N	\N	\N
3696	starts_with	11	10	12	1	0	0	6242	f	f	t	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	text_starts_with	\N	\N	\N	\N
3713	ts_token_type	11	10	12	1	16	0	0	f	f	f	t	t	i	s	1	0	2249	26	{26,23,25,25}	{i,o,o,o}	{parser_oid,tokid,alias,description}	\N	\N	ts_token_type_byid	\N	\N	\N	\N
3714	ts_token_type	11	10	12	1	16	0	0	f	f	f	t	t	s	s	1	0	2249	25	{25,23,25,25}	{i,o,o,o}	{parser_name,tokid,alias,description}	\N	\N	ts_token_type_byname	\N	\N	\N	\N
3715	ts_parse	11	10	12	1	1000	0	0	f	f	f	t	t	i	s	2	0	2249	26 25	{26,25,23,25}	{i,i,o,o}	{parser_oid,txt,tokid,token}	\N	\N	ts_parse_byid	\N	\N	\N	\N
3716	ts_parse	11	10	12	1	1000	0	0	f	f	f	t	t	s	s	2	0	2249	25 25	{25,25,23,25}	{i,i,o,o}	{parser_name,txt,tokid,token}	\N	\N	ts_parse_byname	\N	\N	\N	\N
3723	ts_lexize	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1009	3769 25	\N	\N	\N	\N	\N	ts_lexize	\N	\N	\N	\N
3724	gin_cmp_tslexeme	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	25 25	\N	\N	\N	\N	\N	gin_cmp_tslexeme	\N	\N	\N	\N
3736	regconfigin	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	3734	2275	\N	\N	\N	\N	\N	regconfigin	\N	\N	\N	\N
3737	regconfigout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	3734	\N	\N	\N	\N	\N	regconfigout	\N	\N	\N	\N
3738	regconfigrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3734	2281	\N	\N	\N	\N	\N	regconfigrecv	\N	\N	\N	\N
3739	regconfigsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	3734	\N	\N	\N	\N	\N	regconfigsend	\N	\N	\N	\N
3756	pg_ts_parser_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_ts_parser_is_visible	\N	\N	\N	\N
3757	pg_ts_dict_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_ts_dict_is_visible	\N	\N	\N	\N
3758	pg_ts_config_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_ts_config_is_visible	\N	\N	\N	\N
3759	get_current_ts_config	11	10	12	1	0	0	0	f	f	f	t	f	s	s	0	0	3734		\N	\N	\N	\N	\N	get_current_ts_config	\N	\N	\N	\N
3760	ts_match_tt	11	10	12	100	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	ts_match_tt	\N	\N	\N	\N
3768	pg_ts_template_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_ts_template_is_visible	\N	\N	\N	\N
3771	regdictionaryin	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	3769	2275	\N	\N	\N	\N	\N	regdictionaryin	\N	\N	\N	\N
3772	regdictionaryout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	3769	\N	\N	\N	\N	\N	regdictionaryout	\N	\N	\N	\N
3773	regdictionaryrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3769	2281	\N	\N	\N	\N	\N	regdictionaryrecv	\N	\N	\N	\N
3774	regdictionarysend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	3769	\N	\N	\N	\N	\N	regdictionarysend	\N	\N	\N	\N
3775	pg_stat_reset_shared	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	2278	25	\N	\N	\N	\N	\N	pg_stat_reset_shared	\N	\N	\N	{postgres=X/postgres}
3776	pg_stat_reset_single_table_counters	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	2278	26	\N	\N	\N	\N	\N	pg_stat_reset_single_table_counters	\N	\N	\N	{postgres=X/postgres}
3777	pg_stat_reset_single_function_counters	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	2278	26	\N	\N	\N	\N	\N	pg_stat_reset_single_function_counters	\N	\N	\N	{postgres=X/postgres}
3778	pg_tablespace_location	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_tablespace_location	\N	\N	\N	\N
3779	pg_create_physical_replication_slot	11	10	12	1	0	0	0	f	f	f	t	f	v	u	3	2	2249	19 16 16	{19,16,16,19,3220}	{i,i,i,o,o}	{slot_name,immediately_reserve,temporary,slot_name,lsn}	\N	\N	pg_create_physical_replication_slot	\N	\N	\N	\N
3780	pg_drop_replication_slot	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	2278	19	\N	\N	\N	\N	\N	pg_drop_replication_slot	\N	\N	\N	\N
3781	pg_get_replication_slots	11	10	12	1	10	0	0	f	f	f	f	t	s	s	0	0	2249		{19,19,25,26,16,16,23,28,28,3220,3220,25,20,16}	{o,o,o,o,o,o,o,o,o,o,o,o,o,o}	{slot_name,plugin,slot_type,datoid,temporary,active,active_pid,xmin,catalog_xmin,restart_lsn,confirmed_flush_lsn,wal_status,safe_wal_size,two_phase}	\N	\N	pg_get_replication_slots	\N	\N	\N	\N
3786	pg_create_logical_replication_slot	11	10	12	1	0	0	0	f	f	f	t	f	v	u	4	2	2249	19 19 16 16	{19,19,16,16,19,3220}	{i,i,i,i,o,o}	{slot_name,plugin,temporary,twophase,slot_name,lsn}	\N	\N	pg_create_logical_replication_slot	\N	\N	\N	\N
3787	to_jsonb	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	3802	2283	\N	\N	\N	\N	\N	to_jsonb	\N	\N	\N	\N
3788	pg_stat_get_snapshot_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	1184		\N	\N	\N	\N	\N	pg_stat_get_snapshot_timestamp	\N	\N	\N	\N
3789	gin_clean_pending_list	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	20	2205	\N	\N	\N	\N	\N	gin_clean_pending_list	\N	\N	\N	\N
3800	pg_current_logfile	11	10	12	1	0	0	0	f	f	f	f	f	v	s	0	0	25		\N	\N	\N	\N	\N	pg_current_logfile	\N	\N	\N	{postgres=X/postgres}
3801	pg_current_logfile	11	10	12	1	0	0	0	f	f	f	f	f	v	s	1	0	25	25	\N	\N	\N	\N	\N	pg_current_logfile_1arg	\N	\N	\N	{postgres=X/postgres}
3803	jsonb_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	3802	\N	\N	\N	\N	\N	jsonb_send	\N	\N	\N	\N
3804	jsonb_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	3802	\N	\N	\N	\N	\N	jsonb_out	\N	\N	\N	\N
3805	jsonb_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3802	2281	\N	\N	\N	\N	\N	jsonb_recv	\N	\N	\N	\N
3806	jsonb_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	3802	2275	\N	\N	\N	\N	\N	jsonb_in	\N	\N	\N	\N
3808	pg_get_function_arg_default	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	25	26 23	\N	\N	\N	\N	\N	pg_get_function_arg_default	\N	\N	\N	\N
3809	pg_export_snapshot	11	10	12	1	0	0	0	f	f	f	t	f	v	u	0	0	25		\N	\N	\N	\N	\N	pg_export_snapshot	\N	\N	\N	\N
3810	pg_is_in_recovery	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	16		\N	\N	\N	\N	\N	pg_is_in_recovery	\N	\N	\N	\N
3815	pg_collation_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_collation_is_visible	\N	\N	\N	\N
3816	array_typanalyze	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	16	2281	\N	\N	\N	\N	\N	array_typanalyze	\N	\N	\N	\N
3817	arraycontsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	arraycontsel	\N	\N	\N	\N
3818	arraycontjoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	arraycontjoinsel	\N	\N	\N	\N
3826	pg_read_file	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	25	25	\N	\N	\N	\N	\N	pg_read_file_all	\N	\N	\N	{postgres=X/postgres}
3827	pg_read_binary_file	11	10	12	1	0	0	0	f	f	f	t	f	v	s	3	0	17	25 20 20	\N	\N	\N	\N	\N	pg_read_binary_file_off_len	\N	\N	\N	{postgres=X/postgres}
3828	pg_read_binary_file	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	17	25	\N	\N	\N	\N	\N	pg_read_binary_file_all	\N	\N	\N	{postgres=X/postgres}
3829	pg_opfamily_is_visible	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	16	26	\N	\N	\N	\N	\N	pg_opfamily_is_visible	\N	\N	\N	\N
3830	pg_last_xact_replay_timestamp	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	1184		\N	\N	\N	\N	\N	pg_last_xact_replay_timestamp	\N	\N	\N	\N
3839	pg_identify_object	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	2249	26 26 23	{26,26,23,25,25,25,25}	{i,i,i,o,o,o,o}	{classid,objid,objsubid,type,schema,name,identity}	\N	\N	pg_identify_object	\N	\N	\N	\N
3842	pg_relation_is_updatable	11	10	12	10	0	0	0	f	f	f	t	f	s	s	2	0	23	2205 16	\N	\N	\N	\N	\N	pg_relation_is_updatable	\N	\N	\N	\N
3843	pg_column_is_updatable	11	10	12	10	0	0	0	f	f	f	t	f	s	s	3	0	16	2205 21 16	\N	\N	\N	\N	\N	pg_column_is_updatable	\N	\N	\N	\N
3846	make_date	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1082	23 23 23	\N	\N	{year,month,day}	\N	\N	make_date	\N	\N	\N	\N
3847	make_time	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1083	23 23 701	\N	\N	{hour,min,sec}	\N	\N	make_time	\N	\N	\N	\N
3858	range_contains_elem	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3831 2283	\N	\N	\N	\N	\N	range_contains_elem	\N	\N	\N	\N
3922	int4range_subdiff	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	23 23	\N	\N	\N	\N	\N	int4range_subdiff	\N	\N	\N	\N
3923	int8range_subdiff	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	20 20	\N	\N	\N	\N	\N	int8range_subdiff	\N	\N	\N	\N
3924	numrange_subdiff	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	1700 1700	\N	\N	\N	\N	\N	numrange_subdiff	\N	\N	\N	\N
3925	daterange_subdiff	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	1082 1082	\N	\N	\N	\N	\N	daterange_subdiff	\N	\N	\N	\N
3929	tsrange_subdiff	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	1114 1114	\N	\N	\N	\N	\N	tsrange_subdiff	\N	\N	\N	\N
3930	tstzrange_subdiff	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	701	1184 1184	\N	\N	\N	\N	\N	tstzrange_subdiff	\N	\N	\N	\N
3931	jsonb_object_keys	11	10	12	1	100	0	0	f	f	f	t	t	i	s	1	0	25	3802	\N	\N	\N	\N	\N	jsonb_object_keys	\N	\N	\N	\N
3932	jsonb_each_text	11	10	12	1	100	0	0	f	f	f	t	t	i	s	1	0	2249	3802	{3802,25,25}	{i,o,o}	{from_json,key,value}	\N	\N	jsonb_each_text	\N	\N	\N	\N
3935	pg_sleep_for	11	10	14	1	0	0	0	f	f	f	t	f	v	s	1	0	2278	1186	\N	\N	\N	\N	\N		\N	\N	\N	\N
3936	pg_sleep_until	11	10	14	1	0	0	0	f	f	f	t	f	v	s	1	0	2278	1184	\N	\N	\N	\N	\N		\N	\N	\N	\N
3940	jsonb_extract_path_text	11	10	12	1	0	25	0	f	f	f	t	f	i	s	2	0	25	3802 1009	{3802,1009}	{i,v}	{from_json,path_elems}	\N	\N	jsonb_extract_path_text	\N	\N	\N	\N
3943	acldefault	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1034	18 26	\N	\N	\N	\N	\N	acldefault_sql	\N	\N	\N	\N
3947	json_object_field	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	114	114 25	\N	\N	{from_json,field_name}	\N	\N	json_object_field	\N	\N	\N	\N
3948	json_object_field_text	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	114 25	\N	\N	{from_json,field_name}	\N	\N	json_object_field_text	\N	\N	\N	\N
3949	json_array_element	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	114	114 23	\N	\N	{from_json,element_index}	\N	\N	json_array_element	\N	\N	\N	\N
3950	json_array_element_text	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	114 23	\N	\N	{from_json,element_index}	\N	\N	json_array_element_text	\N	\N	\N	\N
3951	json_extract_path	11	10	12	1	0	25	0	f	f	f	t	f	i	s	2	0	114	114 1009	{114,1009}	{i,v}	{from_json,path_elems}	\N	\N	json_extract_path	\N	\N	\N	\N
3952	brin_summarize_new_values	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	23	2205	\N	\N	\N	\N	\N	brin_summarize_new_values	\N	\N	\N	\N
3953	json_extract_path_text	11	10	12	1	0	25	0	f	f	f	t	f	i	s	2	0	25	114 1009	{114,1009}	{i,v}	{from_json,path_elems}	\N	\N	json_extract_path_text	\N	\N	\N	\N
3954	pg_get_object_address	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	2249	25 1009 1009	{25,1009,1009,26,26,23}	{i,i,i,o,o,o}	{type,object_names,object_args,classid,objid,objsubid}	\N	\N	pg_get_object_address	\N	\N	\N	\N
3955	json_array_elements	11	10	12	1	100	0	0	f	f	f	t	t	i	s	1	0	114	114	{114,114}	{i,o}	{from_json,value}	\N	\N	json_array_elements	\N	\N	\N	\N
3956	json_array_length	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	114	\N	\N	\N	\N	\N	json_array_length	\N	\N	\N	\N
3957	json_object_keys	11	10	12	1	100	0	0	f	f	f	t	t	i	s	1	0	25	114	\N	\N	\N	\N	\N	json_object_keys	\N	\N	\N	\N
3958	json_each	11	10	12	1	100	0	0	f	f	f	t	t	i	s	1	0	2249	114	{114,25,114}	{i,o,o}	{from_json,key,value}	\N	\N	json_each	\N	\N	\N	\N
3959	json_each_text	11	10	12	1	100	0	0	f	f	f	t	t	i	s	1	0	2249	114	{114,25,25}	{i,o,o}	{from_json,key,value}	\N	\N	json_each_text	\N	\N	\N	\N
3960	json_populate_record	11	10	12	1	0	0	0	f	f	f	f	f	s	s	3	1	2283	2283 114 16	\N	\N	{base,from_json,use_json_as_text}	\N	\N	json_populate_record	\N	\N	\N	\N
3961	json_populate_recordset	11	10	12	1	100	0	0	f	f	f	f	t	s	s	3	1	2283	2283 114 16	\N	\N	{base,from_json,use_json_as_text}	\N	\N	json_populate_recordset	\N	\N	\N	\N
3968	json_typeof	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	114	\N	\N	\N	\N	\N	json_typeof	\N	\N	\N	\N
3969	json_array_elements_text	11	10	12	1	100	0	0	f	f	f	t	t	i	s	1	0	25	114	{114,25}	{i,o}	{from_json,value}	\N	\N	json_array_elements_text	\N	\N	\N	\N
3970	ordered_set_transition	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 2276	\N	\N	\N	\N	\N	ordered_set_transition	\N	\N	\N	\N
3971	ordered_set_transition_multi	11	10	12	1	0	2276	0	f	f	f	f	f	i	s	2	0	2281	2281 2276	{2281,2276}	{i,v}	\N	\N	\N	ordered_set_transition_multi	\N	\N	\N	\N
3972	percentile_disc	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	2283	701 2283	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3973	percentile_disc_final	11	10	12	1	0	0	0	f	f	f	f	f	i	s	3	0	2283	2281 701 2283	\N	\N	\N	\N	\N	percentile_disc_final	\N	\N	\N	\N
3974	percentile_cont	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	701	701 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3975	percentile_cont_float8_final	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	701	2281 701	\N	\N	\N	\N	\N	percentile_cont_float8_final	\N	\N	\N	\N
3976	percentile_cont	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	1186	701 1186	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3977	percentile_cont_interval_final	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	1186	2281 701	\N	\N	\N	\N	\N	percentile_cont_interval_final	\N	\N	\N	\N
3978	percentile_disc	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	2277	1022 2283	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3979	percentile_disc_multi_final	11	10	12	1	0	0	0	f	f	f	f	f	i	s	3	0	2277	2281 1022 2283	\N	\N	\N	\N	\N	percentile_disc_multi_final	\N	\N	\N	\N
3980	percentile_cont	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	1022	1022 701	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3981	percentile_cont_float8_multi_final	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	1022	2281 1022	\N	\N	\N	\N	\N	percentile_cont_float8_multi_final	\N	\N	\N	\N
3982	percentile_cont	11	10	12	1	0	0	0	a	f	f	f	f	i	s	2	0	1187	1022 1186	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3983	percentile_cont_interval_multi_final	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	1187	2281 1022	\N	\N	\N	\N	\N	percentile_cont_interval_multi_final	\N	\N	\N	\N
3984	mode	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	2283	2283	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3985	mode_final	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2283	2281 2283	\N	\N	\N	\N	\N	mode_final	\N	\N	\N	\N
3986	rank	11	10	12	1	0	2276	0	a	f	f	f	f	i	s	1	0	20	2276	{2276}	{v}	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3987	rank_final	11	10	12	1	0	2276	0	f	f	f	f	f	i	s	2	0	20	2281 2276	{2281,2276}	{i,v}	\N	\N	\N	hypothetical_rank_final	\N	\N	\N	\N
3988	percent_rank	11	10	12	1	0	2276	0	a	f	f	f	f	i	s	1	0	701	2276	{2276}	{v}	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3989	percent_rank_final	11	10	12	1	0	2276	0	f	f	f	f	f	i	s	2	0	701	2281 2276	{2281,2276}	{i,v}	\N	\N	\N	hypothetical_percent_rank_final	\N	\N	\N	\N
3990	cume_dist	11	10	12	1	0	2276	0	a	f	f	f	f	i	s	1	0	701	2276	{2276}	{v}	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3991	cume_dist_final	11	10	12	1	0	2276	0	f	f	f	f	f	i	s	2	0	701	2281 2276	{2281,2276}	{i,v}	\N	\N	\N	hypothetical_cume_dist_final	\N	\N	\N	\N
3992	dense_rank	11	10	12	1	0	2276	0	a	f	f	f	f	i	s	1	0	20	2276	{2276}	{v}	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
3993	dense_rank_final	11	10	12	1	0	2276	0	f	f	f	f	f	i	s	2	0	20	2281 2276	{2281,2276}	{i,v}	\N	\N	\N	hypothetical_dense_rank_final	\N	\N	\N	\N
3999	brin_summarize_range	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	23	2205 20	\N	\N	\N	\N	\N	brin_summarize_range	\N	\N	\N	\N
4001	jsonpath_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	4072	2275	\N	\N	\N	\N	\N	jsonpath_in	\N	\N	\N	\N
4002	jsonpath_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	4072	2281	\N	\N	\N	\N	\N	jsonpath_recv	\N	\N	\N	\N
4003	jsonpath_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	4072	\N	\N	\N	\N	\N	jsonpath_out	\N	\N	\N	\N
4004	jsonpath_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	4072	\N	\N	\N	\N	\N	jsonpath_send	\N	\N	\N	\N
4014	brin_desummarize_range	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	2278	2205 20	\N	\N	\N	\N	\N	brin_desummarize_range	\N	\N	\N	\N
4032	pg_sequence_last_value	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	20	2205	\N	\N	\N	\N	\N	pg_sequence_last_value	\N	\N	\N	\N
4038	jsonb_ne	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 3802	\N	\N	\N	\N	\N	jsonb_ne	\N	\N	\N	\N
4039	jsonb_lt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 3802	\N	\N	\N	\N	\N	jsonb_lt	\N	\N	\N	\N
4040	jsonb_gt	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 3802	\N	\N	\N	\N	\N	jsonb_gt	\N	\N	\N	\N
4041	jsonb_le	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 3802	\N	\N	\N	\N	\N	jsonb_le	\N	\N	\N	\N
4042	jsonb_ge	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 3802	\N	\N	\N	\N	\N	jsonb_ge	\N	\N	\N	\N
4043	jsonb_eq	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 3802	\N	\N	\N	\N	\N	jsonb_eq	\N	\N	\N	\N
4044	jsonb_cmp	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	3802 3802	\N	\N	\N	\N	\N	jsonb_cmp	\N	\N	\N	\N
4045	jsonb_hash	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	3802	\N	\N	\N	\N	\N	jsonb_hash	\N	\N	\N	\N
4046	jsonb_contains	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 3802	\N	\N	\N	\N	\N	jsonb_contains	\N	\N	\N	\N
4047	jsonb_exists	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 25	\N	\N	\N	\N	\N	jsonb_exists	\N	\N	\N	\N
4048	jsonb_exists_any	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 1009	\N	\N	\N	\N	\N	jsonb_exists_any	\N	\N	\N	\N
4049	jsonb_exists_all	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 1009	\N	\N	\N	\N	\N	jsonb_exists_all	\N	\N	\N	\N
4050	jsonb_contained	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	3802 3802	\N	\N	\N	\N	\N	jsonb_contained	\N	\N	\N	\N
4051	array_agg_array_transfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 2277	\N	\N	\N	\N	\N	array_agg_array_transfn	\N	\N	\N	\N
4052	array_agg_array_finalfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2277	2281 2277	\N	\N	\N	\N	\N	array_agg_array_finalfn	\N	\N	\N	\N
4053	array_agg	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	2277	2277	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
4083	binary_upgrade_set_record_init_privs	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	16	\N	\N	\N	\N	\N	binary_upgrade_set_record_init_privs	\N	\N	\N	\N
4084	regnamespacein	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	4089	2275	\N	\N	\N	\N	\N	regnamespacein	\N	\N	\N	\N
4085	regnamespaceout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	4089	\N	\N	\N	\N	\N	regnamespaceout	\N	\N	\N	\N
4086	to_regnamespace	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	4089	25	\N	\N	\N	\N	\N	to_regnamespace	\N	\N	\N	\N
4087	regnamespacerecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	4089	2281	\N	\N	\N	\N	\N	regnamespacerecv	\N	\N	\N	\N
4088	regnamespacesend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	4089	\N	\N	\N	\N	\N	regnamespacesend	\N	\N	\N	\N
4092	regroleout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	4096	\N	\N	\N	\N	\N	regroleout	\N	\N	\N	\N
4093	to_regrole	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	4096	25	\N	\N	\N	\N	\N	to_regrole	\N	\N	\N	\N
4094	regrolerecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	4096	2281	\N	\N	\N	\N	\N	regrolerecv	\N	\N	\N	\N
4095	regrolesend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	4096	\N	\N	\N	\N	\N	regrolesend	\N	\N	\N	\N
4098	regrolein	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	4096	2275	\N	\N	\N	\N	\N	regrolein	\N	\N	\N	\N
4099	pg_rotate_logfile_old	11	10	12	1	0	0	0	f	f	f	t	f	v	s	0	0	16		\N	\N	\N	\N	\N	pg_rotate_logfile	\N	\N	\N	\N
4100	pg_read_file_old	11	10	12	1	0	0	0	f	f	f	t	f	v	s	3	0	25	25 20 20	\N	\N	\N	\N	\N	pg_read_file	\N	\N	\N	\N
4101	binary_upgrade_set_missing_value	11	10	12	1	0	0	0	f	f	f	t	f	v	u	3	0	2278	26 25 25	\N	\N	\N	\N	\N	binary_upgrade_set_missing_value	\N	\N	\N	\N
4110	macaddr8_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	774	2275	\N	\N	\N	\N	\N	macaddr8_in	\N	\N	\N	\N
4111	macaddr8_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	774	\N	\N	\N	\N	\N	macaddr8_out	\N	\N	\N	\N
4126	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	20 20 20 16 16	\N	\N	\N	\N	\N	in_range_int8_int8	\N	\N	\N	\N
4127	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	23 23 20 16 16	\N	\N	\N	\N	\N	in_range_int4_int8	\N	\N	\N	\N
4128	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	23 23 23 16 16	\N	\N	\N	\N	\N	in_range_int4_int4	\N	\N	\N	\N
4129	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	23 23 21 16 16	\N	\N	\N	\N	\N	in_range_int4_int2	\N	\N	\N	\N
4130	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	21 21 20 16 16	\N	\N	\N	\N	\N	in_range_int2_int8	\N	\N	\N	\N
4131	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	21 21 23 16 16	\N	\N	\N	\N	\N	in_range_int2_int4	\N	\N	\N	\N
4132	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	21 21 21 16 16	\N	\N	\N	\N	\N	in_range_int2_int2	\N	\N	\N	\N
4133	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	1082 1082 1186 16 16	\N	\N	\N	\N	\N	in_range_date_interval	\N	\N	\N	\N
4134	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	1114 1114 1186 16 16	\N	\N	\N	\N	\N	in_range_timestamp_interval	\N	\N	\N	\N
4135	in_range	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	16	1184 1184 1186 16 16	\N	\N	\N	\N	\N	in_range_timestamptz_interval	\N	\N	\N	\N
4136	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	1186 1186 1186 16 16	\N	\N	\N	\N	\N	in_range_interval_interval	\N	\N	\N	\N
4137	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	1083 1083 1186 16 16	\N	\N	\N	\N	\N	in_range_time_interval	\N	\N	\N	\N
4139	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	701 701 701 16 16	\N	\N	\N	\N	\N	in_range_float8_float8	\N	\N	\N	\N
4140	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	700 700 701 16 16	\N	\N	\N	\N	\N	in_range_float4_float8	\N	\N	\N	\N
4141	in_range	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	16	1700 1700 1700 16 16	\N	\N	\N	\N	\N	in_range_numeric_numeric	\N	\N	\N	\N
4187	pg_lsn_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3220	3220 3220	\N	\N	\N	\N	\N	pg_lsn_larger	\N	\N	\N	\N
4188	pg_lsn_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3220	3220 3220	\N	\N	\N	\N	\N	pg_lsn_smaller	\N	\N	\N	\N
4193	regcollationin	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	4191	2275	\N	\N	\N	\N	\N	regcollationin	\N	\N	\N	\N
4194	regcollationout	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	4191	\N	\N	\N	\N	\N	regcollationout	\N	\N	\N	\N
4195	to_regcollation	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	4191	25	\N	\N	\N	\N	\N	to_regcollation	\N	\N	\N	\N
4196	regcollationrecv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	4191	2281	\N	\N	\N	\N	\N	regcollationrecv	\N	\N	\N	\N
4197	regcollationsend	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	4191	\N	\N	\N	\N	\N	regcollationsend	\N	\N	\N	\N
4220	pg_copy_physical_replication_slot	11	10	12	1	0	0	0	f	f	f	t	f	v	u	3	0	2249	19 19 16	{19,19,16,19,3220}	{i,i,i,o,o}	{src_slot_name,dst_slot_name,temporary,slot_name,lsn}	\N	\N	pg_copy_physical_replication_slot_a	\N	\N	\N	\N
4221	pg_copy_physical_replication_slot	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	2249	19 19	{19,19,19,3220}	{i,i,o,o}	{src_slot_name,dst_slot_name,slot_name,lsn}	\N	\N	pg_copy_physical_replication_slot_b	\N	\N	\N	\N
4222	pg_copy_logical_replication_slot	11	10	12	1	0	0	0	f	f	f	t	f	v	u	4	0	2249	19 19 16 19	{19,19,16,19,19,3220}	{i,i,i,i,o,o}	{src_slot_name,dst_slot_name,temporary,plugin,slot_name,lsn}	\N	\N	pg_copy_logical_replication_slot_a	\N	\N	\N	\N
4223	pg_copy_logical_replication_slot	11	10	12	1	0	0	0	f	f	f	t	f	v	u	3	0	2249	19 19 16	{19,19,16,19,3220}	{i,i,i,o,o}	{src_slot_name,dst_slot_name,temporary,slot_name,lsn}	\N	\N	pg_copy_logical_replication_slot_b	\N	\N	\N	\N
4224	pg_copy_logical_replication_slot	11	10	12	1	0	0	0	f	f	f	t	f	v	u	2	0	2249	19 19	{19,19,19,3220}	{i,i,o,o}	{src_slot_name,dst_slot_name,slot_name,lsn}	\N	\N	pg_copy_logical_replication_slot_c	\N	\N	\N	\N
4243	multirangesel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	multirangesel	\N	\N	\N	\N
4249	multirange_contains_elem	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	4537 2283	\N	\N	\N	\N	\N	multirange_contains_elem	\N	\N	\N	\N
4299	range_agg_transfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 3831	\N	\N	\N	\N	\N	range_agg_transfn	\N	\N	\N	\N
4300	range_agg_finalfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	4537	2281 3831	\N	\N	\N	\N	\N	range_agg_finalfn	\N	\N	\N	\N
4350	normalize	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	1	25	25 25	\N	\N	\N	\N	\N	unicode_normalize_func	\N	\N	\N	\N
4351	is_normalized	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	1	16	25 25	\N	\N	\N	\N	\N	unicode_is_normalized	\N	\N	\N	\N
4388	multirange_intersect_agg_transfn	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	4537	4537 4537	\N	\N	\N	\N	\N	multirange_intersect_agg_transfn	\N	\N	\N	\N
4390	binary_upgrade_set_next_multirange_pg_type_oid	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_multirange_pg_type_oid	\N	\N	\N	\N
4391	binary_upgrade_set_next_multirange_array_pg_type_oid	11	10	12	1	0	0	0	f	f	f	t	f	v	r	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_multirange_array_pg_type_oid	\N	\N	\N	\N
4401	range_intersect_agg_transfn	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3831	3831 3831	\N	\N	\N	\N	\N	range_intersect_agg_transfn	\N	\N	\N	\N
4543	pg_log_backend_memory_contexts	11	10	12	1	0	0	0	f	f	f	t	f	v	s	1	0	16	23	\N	\N	\N	\N	\N	pg_log_backend_memory_contexts	\N	\N	\N	{postgres=X/postgres}
4545	binary_upgrade_set_next_heap_relfilenode	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_heap_relfilenode	\N	\N	\N	\N
4546	binary_upgrade_set_next_index_relfilenode	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_index_relfilenode	\N	\N	\N	\N
4547	binary_upgrade_set_next_toast_relfilenode	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_toast_relfilenode	\N	\N	\N	\N
4548	binary_upgrade_set_next_pg_tablespace_oid	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	2278	26	\N	\N	\N	\N	\N	binary_upgrade_set_next_pg_tablespace_oid	\N	\N	\N	\N
4566	pg_event_trigger_table_rewrite_oid	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	26		{26}	{o}	{oid}	\N	\N	pg_event_trigger_table_rewrite_oid	\N	\N	\N	\N
4567	pg_event_trigger_table_rewrite_reason	11	10	12	1	0	0	0	f	f	f	t	f	s	r	0	0	23		\N	\N	\N	\N	\N	pg_event_trigger_table_rewrite_reason	\N	\N	\N	\N
4568	pg_event_trigger_ddl_commands	11	10	12	10	100	0	0	f	f	f	t	t	s	r	0	0	2249		{26,26,23,25,25,25,25,16,32}	{o,o,o,o,o,o,o,o,o}	{classid,objid,objsubid,command_tag,object_type,schema_name,object_identity,in_extension,command}	\N	\N	pg_event_trigger_ddl_commands	\N	\N	\N	\N
5022	pg_lsn_pli	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3220	3220 1700	\N	\N	\N	\N	\N	pg_lsn_pli	\N	\N	\N	\N
5024	pg_lsn_mii	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	3220	3220 1700	\N	\N	\N	\N	\N	pg_lsn_mii	\N	\N	\N	\N
5028	satisfies_hash_partition	11	10	12	1	0	2276	0	f	f	f	f	f	i	s	4	0	16	26 23 23 2276	\N	{i,i,i,v}	\N	\N	\N	satisfies_hash_partition	\N	\N	\N	\N
5029	pg_ls_tmpdir	11	10	12	10	20	0	0	f	f	f	t	t	v	s	0	0	2249		{25,20,1184}	{o,o,o}	{name,size,modification}	\N	\N	pg_ls_tmpdir_noargs	\N	\N	\N	{postgres=X/postgres,pg_monitor=X/postgres}
5030	pg_ls_tmpdir	11	10	12	10	20	0	0	f	f	f	t	t	v	s	1	0	2249	26	{26,25,20,1184}	{i,o,o,o}	{tablespace,name,size,modification}	\N	\N	pg_ls_tmpdir_1arg	\N	\N	\N	{postgres=X/postgres,pg_monitor=X/postgres}
5031	pg_ls_archive_statusdir	11	10	12	10	20	0	0	f	f	f	t	t	v	s	0	0	2249		{25,20,1184}	{o,o,o}	{name,size,modification}	\N	\N	pg_ls_archive_statusdir	\N	\N	\N	{postgres=X/postgres,pg_monitor=X/postgres}
5040	matchingsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	4	0	701	2281 26 2281 23	\N	\N	\N	\N	\N	matchingsel	\N	\N	\N	\N
5041	matchingjoinsel	11	10	12	1	0	0	0	f	f	f	t	f	s	s	5	0	701	2281 26 2281 21 2281	\N	\N	\N	\N	\N	matchingjoinsel	\N	\N	\N	\N
5042	min_scale	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	1700	\N	\N	\N	\N	\N	numeric_min_scale	\N	\N	\N	\N
5043	trim_scale	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	1700	1700	\N	\N	\N	\N	\N	numeric_trim_scale	\N	\N	\N	\N
5044	gcd	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4gcd	\N	\N	\N	\N
5045	gcd	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8gcd	\N	\N	\N	\N
5046	lcm	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	23 23	\N	\N	\N	\N	\N	int4lcm	\N	\N	\N	\N
5047	lcm	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	20 20	\N	\N	\N	\N	\N	int8lcm	\N	\N	\N	\N
5048	gcd	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_gcd	\N	\N	\N	\N
5049	lcm	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	1700 1700	\N	\N	\N	\N	\N	numeric_lcm	\N	\N	\N	\N
5050	btvarstrequalimage	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	26	\N	\N	\N	\N	\N	btvarstrequalimage	\N	\N	\N	\N
5051	btequalimage	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	16	26	\N	\N	\N	\N	\N	btequalimage	\N	\N	\N	\N
5052	pg_get_shmem_allocations	11	10	12	1	50	0	0	f	f	f	t	t	v	s	0	0	2249		{25,20,20,20}	{o,o,o,o}	{name,off,size,allocated_size}	\N	\N	pg_get_shmem_allocations	\N	\N	\N	{postgres=X/postgres,pg_read_all_stats=X/postgres}
5053	pg_stat_get_ins_since_vacuum	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_ins_since_vacuum	\N	\N	\N	\N
5054	jsonb_set_lax	11	10	12	1	0	0	0	f	f	f	f	f	i	s	5	2	3802	3802 1009 3802 16 25	\N	\N	{jsonb_in,path,replacement,create_if_missing,null_value_treatment}	\N	\N	jsonb_set_lax	\N	\N	\N	\N
5055	pg_snapshot_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	5038	2275	\N	\N	\N	\N	\N	pg_snapshot_in	\N	\N	\N	\N
5056	pg_snapshot_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	5038	\N	\N	\N	\N	\N	pg_snapshot_out	\N	\N	\N	\N
5057	pg_snapshot_recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	5038	2281	\N	\N	\N	\N	\N	pg_snapshot_recv	\N	\N	\N	\N
5058	pg_snapshot_send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	5038	\N	\N	\N	\N	\N	pg_snapshot_send	\N	\N	\N	\N
5070	xid8in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	5069	2275	\N	\N	\N	\N	\N	xid8in	\N	\N	\N	\N
5081	xid8out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	5069	\N	\N	\N	\N	\N	xid8out	\N	\N	\N	\N
5082	xid8recv	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	5069	2281	\N	\N	\N	\N	\N	xid8recv	\N	\N	\N	\N
5083	xid8send	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	17	5069	\N	\N	\N	\N	\N	xid8send	\N	\N	\N	\N
5086	anycompatible_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	5077	2275	\N	\N	\N	\N	\N	anycompatible_in	\N	\N	\N	\N
5087	anycompatible_out	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2275	5077	\N	\N	\N	\N	\N	anycompatible_out	\N	\N	\N	\N
5088	anycompatiblearray_in	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	5078	2275	\N	\N	\N	\N	\N	anycompatiblearray_in	\N	\N	\N	\N
5089	anycompatiblearray_out	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	2275	5078	\N	\N	\N	\N	\N	anycompatiblearray_out	\N	\N	\N	\N
5090	anycompatiblearray_recv	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	5078	2281	\N	\N	\N	\N	\N	anycompatiblearray_recv	\N	\N	\N	\N
5091	anycompatiblearray_send	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	17	5078	\N	\N	\N	\N	\N	anycompatiblearray_send	\N	\N	\N	\N
5097	xid8_larger	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	5069	5069 5069	\N	\N	\N	\N	\N	xid8_larger	\N	\N	\N	\N
5098	xid8_smaller	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	5069	5069 5069	\N	\N	\N	\N	\N	xid8_smaller	\N	\N	\N	\N
6003	pg_replication_origin_create	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	26	25	\N	\N	\N	\N	\N	pg_replication_origin_create	\N	\N	\N	{postgres=X/postgres}
6004	pg_replication_origin_drop	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	2278	25	\N	\N	\N	\N	\N	pg_replication_origin_drop	\N	\N	\N	{postgres=X/postgres}
6005	pg_replication_origin_oid	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	26	25	\N	\N	\N	\N	\N	pg_replication_origin_oid	\N	\N	\N	{postgres=X/postgres}
6006	pg_replication_origin_session_setup	11	10	12	1	0	0	0	f	f	f	t	f	v	u	1	0	2278	25	\N	\N	\N	\N	\N	pg_replication_origin_session_setup	\N	\N	\N	{postgres=X/postgres}
6007	pg_replication_origin_session_reset	11	10	12	1	0	0	0	f	f	f	t	f	v	u	0	0	2278		\N	\N	\N	\N	\N	pg_replication_origin_session_reset	\N	\N	\N	{postgres=X/postgres}
6008	pg_replication_origin_session_is_setup	11	10	12	1	0	0	0	f	f	f	t	f	v	r	0	0	16		\N	\N	\N	\N	\N	pg_replication_origin_session_is_setup	\N	\N	\N	{postgres=X/postgres}
6011	pg_replication_origin_xact_reset	11	10	12	1	0	0	0	f	f	f	t	f	v	r	0	0	2278		\N	\N	\N	\N	\N	pg_replication_origin_xact_reset	\N	\N	\N	{postgres=X/postgres}
6014	pg_show_replication_origin_status	11	10	12	1	100	0	0	f	f	f	f	t	v	r	0	0	2249		{26,25,3220,3220}	{o,o,o,o}	{local_id,external_id,remote_lsn,local_lsn}	\N	\N	pg_show_replication_origin_status	\N	\N	\N	{postgres=X/postgres}
6098	jsonb_subscript_handler	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2281	2281	\N	\N	\N	\N	\N	jsonb_subscript_handler	\N	\N	\N	\N
6118	pg_stat_get_subscription	11	10	12	1	10	0	0	f	f	f	f	t	s	r	1	0	2249	26	{26,26,26,23,3220,1184,1184,3220,1184}	{i,o,o,o,o,o,o,o,o}	{subid,subid,relid,pid,received_lsn,last_msg_send_time,last_msg_receipt_time,latest_end_lsn,latest_end_time}	\N	\N	pg_stat_get_subscription	\N	\N	\N	\N
6119	pg_get_publication_tables	11	10	12	1	1000	0	0	f	f	f	t	t	s	s	1	0	2249	25	{25,26,22,194}	{i,o,o,o}	{pubname,relid,attrs,qual}	\N	\N	pg_get_publication_tables	\N	\N	\N	\N
6120	pg_get_replica_identity_index	11	10	12	10	0	0	0	f	f	f	t	f	s	s	1	0	2205	2205	\N	\N	\N	\N	\N	pg_get_replica_identity_index	\N	\N	\N	\N
6121	pg_relation_is_publishable	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	16	2205	\N	\N	\N	\N	\N	pg_relation_is_publishable	\N	\N	\N	\N
6159	pg_get_catalog_foreign_keys	11	10	12	10	250	0	0	f	f	f	t	t	s	s	0	0	2249		{2205,1009,2205,1009,16,16}	{o,o,o,o,o,o}	{fktable,fkcols,pktable,pkcols,is_array,is_opt}	\N	\N	pg_get_catalog_foreign_keys	\N	\N	\N	\N
6160	string_to_table	11	10	12	1	1000	0	0	f	f	f	f	t	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	text_to_table	\N	\N	\N	\N
6161	string_to_table	11	10	12	1	1000	0	0	f	f	f	f	t	i	s	3	0	25	25 25 25	\N	\N	\N	\N	\N	text_to_table_null	\N	\N	\N	\N
6163	bit_count	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	20	17	\N	\N	\N	\N	\N	bytea_bit_count	\N	\N	\N	\N
6164	bit_xor	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	21	21	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
6165	bit_xor	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	23	23	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
6166	bit_xor	11	10	12	1	0	0	0	a	f	f	f	f	i	s	1	0	20	20	\N	\N	\N	\N	\N	aggregate_dummy	\N	\N	\N	\N
6169	pg_stat_get_replication_slot	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	2249	25	{25,25,20,20,20,20,20,20,20,20,1184}	{i,o,o,o,o,o,o,o,o,o,o}	{slot_name,slot_name,spill_txns,spill_count,spill_bytes,stream_txns,stream_count,stream_bytes,total_txns,total_bytes,stats_reset}	\N	\N	pg_stat_get_replication_slot	\N	\N	\N	\N
6170	pg_stat_reset_replication_slot	11	10	12	1	0	0	0	f	f	f	f	f	v	s	1	0	2278	25	\N	\N	\N	\N	\N	pg_stat_reset_replication_slot	\N	\N	\N	{postgres=X/postgres}
6172	trim_array	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	2277	2277 23	\N	\N	\N	\N	\N	trim_array	\N	\N	\N	\N
6173	pg_get_statisticsobjdef_expressions	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	1009	26	\N	\N	\N	\N	\N	pg_get_statisticsobjdef_expressions	\N	\N	\N	\N
6174	pg_get_statisticsobjdef_columns	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_statisticsobjdef_columns	\N	\N	\N	\N
6177	date_bin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1114	1186 1114 1114	\N	\N	\N	\N	\N	timestamp_bin	\N	\N	\N	\N
6178	date_bin	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	1184	1186 1184 1184	\N	\N	\N	\N	\N	timestamptz_bin	\N	\N	\N	\N
6179	array_subscript_handler	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2281	2281	\N	\N	\N	\N	\N	array_subscript_handler	\N	\N	\N	\N
6180	raw_array_subscript_handler	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	2281	2281	\N	\N	\N	\N	\N	raw_array_subscript_handler	\N	\N	\N	\N
6183	ts_debug	11	10	14	100	1000	0	0	f	f	f	t	t	s	s	2	0	2249	3734 25	{3734,25,25,25,25,3770,3769,1009}	{i,i,o,o,o,o,o,o}	{config,document,alias,description,token,dictionaries,dictionary,lexemes}	\N	\N		\N	\N	\N	\N
6184	ts_debug	11	10	14	100	1000	0	0	f	f	f	t	t	s	s	1	0	2249	25	{25,25,25,25,3770,3769,1009}	{i,o,o,o,o,o,o}	{document,alias,description,token,dictionaries,dictionary,lexemes}	\N	\N		\N	\N	\N	\N
6185	pg_stat_get_db_session_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	701	26	\N	\N	\N	\N	\N	pg_stat_get_db_session_time	\N	\N	\N	\N
6186	pg_stat_get_db_active_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	701	26	\N	\N	\N	\N	\N	pg_stat_get_db_active_time	\N	\N	\N	\N
6187	pg_stat_get_db_idle_in_transaction_time	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	701	26	\N	\N	\N	\N	\N	pg_stat_get_db_idle_in_transaction_time	\N	\N	\N	\N
6188	pg_stat_get_db_sessions	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_sessions	\N	\N	\N	\N
6189	pg_stat_get_db_sessions_abandoned	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_sessions_abandoned	\N	\N	\N	\N
6190	pg_stat_get_db_sessions_fatal	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_sessions_fatal	\N	\N	\N	\N
6191	pg_stat_get_db_sessions_killed	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	20	26	\N	\N	\N	\N	\N	pg_stat_get_db_sessions_killed	\N	\N	\N	\N
6192	hash_record	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	23	2249	\N	\N	\N	\N	\N	hash_record	\N	\N	\N	\N
6193	hash_record_extended	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	20	2249 20	\N	\N	\N	\N	\N	hash_record_extended	\N	\N	\N	\N
6195	ltrim	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	17	17 17	\N	\N	\N	\N	\N	bytealtrim	\N	\N	\N	\N
6196	rtrim	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	17	17 17	\N	\N	\N	\N	\N	byteartrim	\N	\N	\N	\N
6197	pg_get_function_sqlbody	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	25	26	\N	\N	\N	\N	\N	pg_get_function_sqlbody	\N	\N	\N	\N
6198	unistr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	1	0	25	25	\N	\N	\N	\N	\N	unistr	\N	\N	\N	\N
6199	extract	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	25 1082	\N	\N	\N	\N	\N	extract_date	\N	\N	\N	\N
6200	extract	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	25 1083	\N	\N	\N	\N	\N	extract_time	\N	\N	\N	\N
6202	extract	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	25 1114	\N	\N	\N	\N	\N	extract_timestamp	\N	\N	\N	\N
6203	extract	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	1700	25 1184	\N	\N	\N	\N	\N	extract_timestamptz	\N	\N	\N	\N
6204	extract	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	1700	25 1186	\N	\N	\N	\N	\N	extract_interval	\N	\N	\N	\N
6205	has_parameter_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	19 25 25	\N	\N	\N	\N	\N	has_parameter_privilege_name_name	\N	\N	\N	\N
6206	has_parameter_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	3	0	16	26 25 25	\N	\N	\N	\N	\N	has_parameter_privilege_id_name	\N	\N	\N	\N
6207	has_parameter_privilege	11	10	12	1	0	0	0	f	f	f	t	f	s	s	2	0	16	25 25	\N	\N	\N	\N	\N	has_parameter_privilege_name	\N	\N	\N	\N
6224	pg_get_wal_resource_managers	11	10	12	1	50	0	0	f	f	f	t	t	v	s	0	0	2249		{23,25,16}	{o,o,o}	{rm_id,rm_name,rm_builtin}	\N	\N	pg_get_wal_resource_managers	\N	\N	\N	\N
6225	multirange_agg_transfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	2281	2281 4537	\N	\N	\N	\N	\N	multirange_agg_transfn	\N	\N	\N	\N
6226	multirange_agg_finalfn	11	10	12	1	0	0	0	f	f	f	f	f	i	s	2	0	4537	2281 4537	\N	\N	\N	\N	\N	range_agg_finalfn	\N	\N	\N	\N
6230	pg_stat_have_stats	11	10	12	1	0	0	0	f	f	f	t	f	v	r	3	0	16	25 26 26	\N	\N	\N	\N	\N	pg_stat_have_stats	\N	\N	\N	{postgres=X/postgres}
6231	pg_stat_get_subscription_stats	11	10	12	1	0	0	0	f	f	f	t	f	s	r	1	0	2249	26	{26,26,20,20,1184}	{i,o,o,o,o}	{subid,subid,apply_error_count,sync_error_count,stats_reset}	\N	\N	pg_stat_get_subscription_stats	\N	\N	\N	\N
6232	pg_stat_reset_subscription_stats	11	10	12	1	0	0	0	f	f	f	f	f	v	s	1	0	2278	26	\N	\N	\N	\N	\N	pg_stat_reset_subscription_stats	\N	\N	\N	{postgres=X/postgres}
6240	pg_settings_get_flags	11	10	12	1	0	0	0	f	f	f	t	f	s	s	1	0	1009	25	\N	\N	\N	\N	\N	pg_settings_get_flags	\N	\N	\N	\N
6241	pg_stop_making_pinned_objects	11	10	12	1	0	0	0	f	f	f	t	f	v	u	0	0	2278		\N	\N	\N	\N	\N	pg_stop_making_pinned_objects	\N	\N	\N	\N
6248	pg_stat_get_recovery_prefetch	11	10	12	1	1	0	0	f	f	f	t	t	v	s	0	0	2249		{1184,20,20,20,20,20,20,23,23,23}	{o,o,o,o,o,o,o,o,o,o}	{stats_reset,prefetch,hit,skip_init,skip_new,skip_fpw,skip_rep,wal_distance,block_distance,io_depth}	\N	\N	pg_stat_get_recovery_prefetch	\N	\N	\N	\N
6249	pg_database_collation_actual_version	11	10	12	100	0	0	0	f	f	f	t	f	v	s	1	0	25	26	\N	\N	\N	\N	\N	pg_database_collation_actual_version	\N	\N	\N	\N
6250	pg_ident_file_mappings	11	10	12	1	1000	0	0	f	f	f	t	t	v	s	0	0	2249		{23,25,25,25,25}	{o,o,o,o,o}	{line_number,map_name,sys_name,pg_username,error}	\N	\N	pg_ident_file_mappings	\N	\N	\N	{postgres=X/postgres}
6251	regexp_replace	11	10	12	1	0	0	0	f	f	f	t	f	i	s	6	0	25	25 25 25 23 23 25	\N	\N	\N	\N	\N	textregexreplace_extended	\N	\N	\N	\N
6252	regexp_replace	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	25	25 25 25 23 23	\N	\N	\N	\N	\N	textregexreplace_extended_no_flags	\N	\N	\N	\N
6253	regexp_replace	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	0	25	25 25 25 23	\N	\N	\N	\N	\N	textregexreplace_extended_no_n	\N	\N	\N	\N
6254	regexp_count	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	25 25	\N	\N	\N	\N	\N	regexp_count_no_start	\N	\N	\N	\N
6255	regexp_count	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	23	25 25 23	\N	\N	\N	\N	\N	regexp_count_no_flags	\N	\N	\N	\N
6256	regexp_count	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	0	23	25 25 23 25	\N	\N	\N	\N	\N	regexp_count	\N	\N	\N	\N
6257	regexp_instr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	23	25 25	\N	\N	\N	\N	\N	regexp_instr_no_start	\N	\N	\N	\N
6258	regexp_instr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	23	25 25 23	\N	\N	\N	\N	\N	regexp_instr_no_n	\N	\N	\N	\N
6259	regexp_instr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	0	23	25 25 23 23	\N	\N	\N	\N	\N	regexp_instr_no_endoption	\N	\N	\N	\N
6260	regexp_instr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	23	25 25 23 23 23	\N	\N	\N	\N	\N	regexp_instr_no_flags	\N	\N	\N	\N
6261	regexp_instr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	6	0	23	25 25 23 23 23 25	\N	\N	\N	\N	\N	regexp_instr_no_subexpr	\N	\N	\N	\N
6262	regexp_instr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	7	0	23	25 25 23 23 23 25 23	\N	\N	\N	\N	\N	regexp_instr	\N	\N	\N	\N
6263	regexp_like	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	16	25 25	\N	\N	\N	\N	\N	regexp_like_no_flags	\N	\N	\N	\N
6264	regexp_like	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	16	25 25 25	\N	\N	\N	\N	\N	regexp_like	\N	\N	\N	\N
6265	regexp_substr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	2	0	25	25 25	\N	\N	\N	\N	\N	regexp_substr_no_start	\N	\N	\N	\N
6266	regexp_substr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	3	0	25	25 25 23	\N	\N	\N	\N	\N	regexp_substr_no_n	\N	\N	\N	\N
6267	regexp_substr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	4	0	25	25 25 23 23	\N	\N	\N	\N	\N	regexp_substr_no_flags	\N	\N	\N	\N
6268	regexp_substr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	5	0	25	25 25 23 23 25	\N	\N	\N	\N	\N	regexp_substr_no_subexpr	\N	\N	\N	\N
6269	regexp_substr	11	10	12	1	0	0	0	f	f	f	t	f	i	s	6	0	25	25 25 23 23 25 23	\N	\N	\N	\N	\N	regexp_substr	\N	\N	\N	\N
6270	pg_ls_logicalsnapdir	11	10	12	10	20	0	0	f	f	f	t	t	v	s	0	0	2249		{25,20,1184}	{o,o,o}	{name,size,modification}	\N	\N	pg_ls_logicalsnapdir	\N	\N	\N	{postgres=X/postgres,pg_monitor=X/postgres}
6271	pg_ls_logicalmapdir	11	10	12	10	20	0	0	f	f	f	t	t	v	s	0	0	2249		{25,20,1184}	{o,o,o}	{name,size,modification}	\N	\N	pg_ls_logicalmapdir	\N	\N	\N	{postgres=X/postgres,pg_monitor=X/postgres}
6272	pg_ls_replslotdir	11	10	12	10	20	0	0	f	f	f	t	t	v	s	1	0	2249	25	{25,25,20,1184}	{i,o,o,o}	{slot_name,name,size,modification}	\N	\N	pg_ls_replslotdir	\N	\N	\N	{postgres=X/postgres,pg_monitor=X/postgres}
13208	_pg_expandarray	13207	10	14	100	1000	0	0	f	f	f	t	t	i	s	1	0	2249	2277	{2277,2283,23}	{i,o,o}	{"",x,n}	\N	\N		\N	\N	\N	\N
13209	_pg_index_position	13207	10	14	100	0	0	0	f	f	f	t	f	s	u	2	0	23	26 21	\N	\N	\N	\N	\N		\N	\N	\N	\N
13212	_pg_char_max_length	13207	10	14	100	0	0	0	f	f	f	t	f	i	s	2	0	23	26 23	\N	\N	{typid,typmod}	\N	\N		\N	\N	\N	\N
13213	_pg_char_octet_length	13207	10	14	100	0	0	0	f	f	f	t	f	i	s	2	0	23	26 23	\N	\N	{typid,typmod}	\N	\N		\N	\N	\N	\N
13215	_pg_numeric_precision	13207	10	14	100	0	0	0	f	f	f	t	f	i	s	2	0	23	26 23	\N	\N	{typid,typmod}	\N	\N		\N	\N	\N	\N
13216	_pg_numeric_precision_radix	13207	10	14	100	0	0	0	f	f	f	t	f	i	s	2	0	23	26 23	\N	\N	{typid,typmod}	\N	\N		\N	\N	\N	\N
13217	_pg_numeric_scale	13207	10	14	100	0	0	0	f	f	f	t	f	i	s	2	0	23	26 23	\N	\N	{typid,typmod}	\N	\N		\N	\N	\N	\N
13218	_pg_datetime_precision	13207	10	14	100	0	0	0	f	f	f	t	f	i	s	2	0	23	26 23	\N	\N	{typid,typmod}	\N	\N		\N	\N	\N	\N
13219	_pg_interval_type	13207	10	14	100	0	0	0	f	f	f	t	f	i	s	2	0	25	26 23	\N	\N	{typid,mod}	\N	\N		\N	\N	\N	\N
13562	plpgsql_validator	11	10	13	1	0	0	0	f	f	f	t	f	v	u	1	0	2278	26	\N	\N	\N	\N	\N		$libdir/plpgsql	\N	\N	\N
""",
    "pg_aggregate": r"""
2050	n	0	515	0	515	0	0	0	0	0	f	f	r	r	1073	2277	0	0	0	\N	\N
2051	n	0	516	0	516	0	0	0	0	0	f	f	r	r	1072	2277	0	0	0	\N	\N
2100	n	0	2746	3389	2785	2786	2787	2746	3387	3389	f	f	r	r	0	2281	48	2281	48	\N	\N
2101	n	0	1963	1964	3324	0	0	1963	3571	1964	f	f	r	r	0	1016	0	1016	0	{0,0}	{0,0}
2102	n	0	1962	1964	3324	0	0	1962	3570	1964	f	f	r	r	0	1016	0	1016	0	{0,0}	{0,0}
2103	n	0	2858	1837	3337	2740	2741	2858	3548	1837	f	f	r	r	0	2281	128	2281	128	\N	\N
2104	n	0	208	1830	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2105	n	0	222	1830	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2106	n	0	1843	1844	3325	0	0	1843	3549	1844	f	f	r	r	0	1187	0	1187	0	{0 second,0 second}	{0 second,0 second}
2107	n	0	2746	3388	2785	2786	2787	2746	3387	3388	f	f	r	r	0	2281	48	2281	48	\N	\N
2108	n	0	1841	0	463	0	0	1963	3571	3572	f	f	r	r	0	20	0	1016	0	\N	{0,0}
2109	n	0	1840	0	463	0	0	1962	3570	3572	f	f	r	r	0	20	0	1016	0	\N	{0,0}
2110	n	0	204	0	204	0	0	0	0	0	f	f	r	r	0	700	0	0	0	\N	\N
2111	n	0	218	0	218	0	0	0	0	0	f	f	r	r	0	701	0	0	0	\N	\N
2113	n	0	1169	0	1169	0	0	1169	1170	0	f	f	r	r	0	1186	0	1186	0	\N	\N
2114	n	0	2858	3178	3337	2740	2741	2858	3548	3178	f	f	r	r	0	2281	128	2281	128	\N	\N
2115	n	0	1236	0	1236	0	0	0	0	0	f	f	r	r	413	20	0	0	0	\N	\N
2116	n	0	768	0	768	0	0	0	0	0	f	f	r	r	521	23	0	0	0	\N	\N
2117	n	0	770	0	770	0	0	0	0	0	f	f	r	r	520	21	0	0	0	\N	\N
2118	n	0	1965	0	1965	0	0	0	0	0	f	f	r	r	610	26	0	0	0	\N	\N
2119	n	0	209	0	209	0	0	0	0	0	f	f	r	r	623	700	0	0	0	\N	\N
2120	n	0	223	0	223	0	0	0	0	0	f	f	r	r	674	701	0	0	0	\N	\N
2122	n	0	1138	0	1138	0	0	0	0	0	f	f	r	r	1097	1082	0	0	0	\N	\N
2123	n	0	1377	0	1377	0	0	0	0	0	f	f	r	r	1112	1083	0	0	0	\N	\N
2126	n	0	2036	0	2036	0	0	0	0	0	f	f	r	r	2064	1114	0	0	0	\N	\N
2127	n	0	1196	0	1196	0	0	0	0	0	f	f	r	r	1324	1184	0	0	0	\N	\N
2128	n	0	1198	0	1198	0	0	0	0	0	f	f	r	r	1334	1186	0	0	0	\N	\N
2129	n	0	458	0	458	0	0	0	0	0	f	f	r	r	666	25	0	0	0	\N	\N
2130	n	0	1767	0	1767	0	0	0	0	0	f	f	r	r	1756	1700	0	0	0	\N	\N
2131	n	0	1237	0	1237	0	0	0	0	0	f	f	r	r	412	20	0	0	0	\N	\N
2132	n	0	769	0	769	0	0	0	0	0	f	f	r	r	97	23	0	0	0	\N	\N
2133	n	0	771	0	771	0	0	0	0	0	f	f	r	r	95	21	0	0	0	\N	\N
2134	n	0	1966	0	1966	0	0	0	0	0	f	f	r	r	609	26	0	0	0	\N	\N
2135	n	0	211	0	211	0	0	0	0	0	f	f	r	r	622	700	0	0	0	\N	\N
2136	n	0	224	0	224	0	0	0	0	0	f	f	r	r	672	701	0	0	0	\N	\N
2138	n	0	1139	0	1139	0	0	0	0	0	f	f	r	r	1095	1082	0	0	0	\N	\N
2139	n	0	1378	0	1378	0	0	0	0	0	f	f	r	r	1110	1083	0	0	0	\N	\N
2142	n	0	2035	0	2035	0	0	0	0	0	f	f	r	r	2062	1114	0	0	0	\N	\N
2143	n	0	1195	0	1195	0	0	0	0	0	f	f	r	r	1322	1184	0	0	0	\N	\N
2144	n	0	1197	0	1197	0	0	0	0	0	f	f	r	r	1332	1186	0	0	0	\N	\N
2145	n	0	459	0	459	0	0	0	0	0	f	f	r	r	664	25	0	0	0	\N	\N
2146	n	0	1766	0	1766	0	0	0	0	0	f	f	r	r	1754	1700	0	0	0	\N	\N
2147	n	0	2804	0	463	0	0	2804	3547	0	f	f	r	r	0	20	0	20	0	0	0
2148	n	0	1836	1838	3341	3335	3336	1836	3569	1838	f	f	r	r	0	2281	128	2281	128	\N	\N
2149	n	0	1835	3391	3338	3339	3340	1835	3568	3391	f	f	r	r	0	2281	48	2281	48	\N	\N
2150	n	0	1834	3391	3338	3339	3340	1834	3567	3391	f	f	r	r	0	2281	48	2281	48	\N	\N
2151	n	0	208	1831	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2152	n	0	222	1831	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2153	n	0	1833	1838	3341	3335	3336	1833	3548	1838	f	f	r	r	0	2281	128	2281	128	\N	\N
2154	n	0	1836	1839	3341	3335	3336	1836	3569	1839	f	f	r	r	0	2281	128	2281	128	\N	\N
2155	n	0	1835	3393	3338	3339	3340	1835	3568	3393	f	f	r	r	0	2281	48	2281	48	\N	\N
2156	n	0	1834	3393	3338	3339	3340	1834	3567	3393	f	f	r	r	0	2281	48	2281	48	\N	\N
2157	n	0	208	1832	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2158	n	0	222	1832	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2159	n	0	1833	1839	3341	3335	3336	1833	3548	1839	f	f	r	r	0	2281	128	2281	128	\N	\N
2236	n	0	1892	0	1892	0	0	0	0	0	f	f	r	r	0	21	0	0	0	\N	\N
2237	n	0	1893	0	1893	0	0	0	0	0	f	f	r	r	0	21	0	0	0	\N	\N
2238	n	0	1898	0	1898	0	0	0	0	0	f	f	r	r	0	23	0	0	0	\N	\N
2239	n	0	1899	0	1899	0	0	0	0	0	f	f	r	r	0	23	0	0	0	\N	\N
2240	n	0	1904	0	1904	0	0	0	0	0	f	f	r	r	0	20	0	0	0	\N	\N
2241	n	0	1905	0	1905	0	0	0	0	0	f	f	r	r	0	20	0	0	0	\N	\N
2244	n	0	1063	0	1063	0	0	0	0	0	f	f	r	r	1060	1042	0	0	0	\N	\N
2245	n	0	1064	0	1064	0	0	0	0	0	f	f	r	r	1058	1042	0	0	0	\N	\N
2335	n	0	2333	2334	0	0	0	0	0	0	t	f	r	r	0	2281	0	0	0	\N	\N
2517	n	0	2515	0	2515	0	0	3496	3497	3498	f	f	r	r	58	16	0	2281	16	\N	\N
2518	n	0	2516	0	2516	0	0	3496	3497	3499	f	f	r	r	59	16	0	2281	16	\N	\N
2519	n	0	2515	0	2515	0	0	3496	3497	3498	f	f	r	r	58	16	0	2281	16	\N	\N
2641	n	0	1836	1838	3341	3335	3336	1836	3569	1838	f	f	r	r	0	2281	128	2281	128	\N	\N
2642	n	0	1835	3391	3338	3339	3340	1835	3568	3391	f	f	r	r	0	2281	48	2281	48	\N	\N
2643	n	0	1834	3391	3338	3339	3340	1834	3567	3391	f	f	r	r	0	2281	48	2281	48	\N	\N
2644	n	0	208	1831	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2645	n	0	222	1831	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2646	n	0	1833	1838	3341	3335	3336	1833	3548	1838	f	f	r	r	0	2281	128	2281	128	\N	\N
2712	n	0	1836	1839	3341	3335	3336	1836	3569	1839	f	f	r	r	0	2281	128	2281	128	\N	\N
2713	n	0	1835	3393	3338	3339	3340	1835	3568	3393	f	f	r	r	0	2281	48	2281	48	\N	\N
2714	n	0	1834	3393	3338	3339	3340	1834	3567	3393	f	f	r	r	0	2281	48	2281	48	\N	\N
2715	n	0	208	1832	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2716	n	0	222	1832	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2717	n	0	1833	1839	3341	3335	3336	1833	3548	1839	f	f	r	r	0	2281	128	2281	128	\N	\N
2718	n	0	1836	2514	3341	3335	3336	1836	3569	2514	f	f	r	r	0	2281	128	2281	128	\N	\N
2719	n	0	1835	3390	3338	3339	3340	1835	3568	3390	f	f	r	r	0	2281	48	2281	48	\N	\N
2720	n	0	1834	3390	3338	3339	3340	1834	3567	3390	f	f	r	r	0	2281	48	2281	48	\N	\N
2721	n	0	208	2512	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2722	n	0	222	2512	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2723	n	0	1833	2514	3341	3335	3336	1833	3548	2514	f	f	r	r	0	2281	128	2281	128	\N	\N
2724	n	0	1836	2596	3341	3335	3336	1836	3569	2596	f	f	r	r	0	2281	128	2281	128	\N	\N
2725	n	0	1835	3392	3338	3339	3340	1835	3568	3392	f	f	r	r	0	2281	48	2281	48	\N	\N
2726	n	0	1834	3392	3338	3339	3340	1834	3567	3392	f	f	r	r	0	2281	48	2281	48	\N	\N
2727	n	0	208	2513	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2728	n	0	222	2513	276	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0}	\N
2729	n	0	1833	2596	3341	3335	3336	1833	3548	2596	f	f	r	r	0	2281	128	2281	128	\N	\N
2803	n	0	1219	0	463	0	0	1219	3546	0	f	f	r	r	0	20	0	20	0	0	0
2818	n	0	2805	0	463	0	0	0	0	0	f	f	r	r	0	20	0	0	0	0	\N
2819	n	0	2806	2807	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
2820	n	0	2806	2808	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
2821	n	0	2806	2809	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
2822	n	0	2806	2810	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
2823	n	0	2806	2811	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
2824	n	0	2806	2812	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
2825	n	0	2806	2813	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
2826	n	0	2806	2814	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
2827	n	0	2806	2815	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
2828	n	0	2806	2816	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
2829	n	0	2806	2817	3342	0	0	0	0	0	f	f	r	r	0	1022	0	0	0	{0,0,0,0,0,0}	\N
3175	n	0	3173	3174	0	0	0	0	0	0	f	f	r	r	0	2281	0	0	0	\N	\N
3197	n	0	3180	3196	0	0	0	0	0	0	f	f	r	r	0	2281	0	0	0	\N	\N
3267	n	0	3265	3266	0	0	0	0	0	0	f	f	r	r	0	2281	0	0	0	\N	\N
3270	n	0	3268	3269	0	0	0	0	0	0	f	f	r	r	0	2281	0	0	0	\N	\N
3538	n	0	3535	3536	0	0	0	0	0	0	f	f	r	r	0	2281	0	0	0	\N	\N
3545	n	0	3543	3544	0	0	0	0	0	0	f	f	r	r	0	2281	0	0	0	\N	\N
3972	o	1	3970	3973	0	0	0	0	0	0	t	f	s	s	0	2281	0	0	0	\N	\N
3974	o	1	3970	3975	0	0	0	0	0	0	f	f	s	s	0	2281	0	0	0	\N	\N
3976	o	1	3970	3977	0	0	0	0	0	0	f	f	s	s	0	2281	0	0	0	\N	\N
3978	o	1	3970	3979	0	0	0	0	0	0	t	f	s	s	0	2281	0	0	0	\N	\N
3980	o	1	3970	3981	0	0	0	0	0	0	f	f	s	s	0	2281	0	0	0	\N	\N
3982	o	1	3970	3983	0	0	0	0	0	0	f	f	s	s	0	2281	0	0	0	\N	\N
3984	o	0	3970	3985	0	0	0	0	0	0	t	f	s	s	0	2281	0	0	0	\N	\N
3986	h	1	3971	3987	0	0	0	0	0	0	t	f	w	w	0	2281	0	0	0	\N	\N
3988	h	1	3971	3989	0	0	0	0	0	0	t	f	w	w	0	2281	0	0	0	\N	\N
3990	h	1	3971	3991	0	0	0	0	0	0	t	f	w	w	0	2281	0	0	0	\N	\N
3992	h	1	3971	3993	0	0	0	0	0	0	t	f	w	w	0	2281	0	0	0	\N	\N
4053	n	0	4051	4052	0	0	0	0	0	0	t	f	r	r	0	2281	0	0	0	\N	\N
6164	n	0	1894	0	1894	0	0	0	0	0	f	f	r	r	0	21	0	0	0	\N	\N
6165	n	0	1900	0	1900	0	0	0	0	0	f	f	r	r	0	23	0	0	0	\N	\N
6166	n	0	1906	0	1906	0	0	0	0	0	f	f	r	r	0	20	0	0	0	\N	\N
""",
    "pg_operator": r"""
15	=	11	10	b	t	t	23	20	16	416	36	852	101	105
36	<>	11	10	b	f	f	23	20	16	417	15	853	102	106
37	<	11	10	b	f	f	23	20	16	419	82	854	103	107
58	<	11	10	b	f	f	16	16	16	59	1695	56	103	107
59	>	11	10	b	f	f	16	16	16	58	1694	57	104	108
76	>	11	10	b	f	f	23	20	16	418	80	855	104	108
80	<=	11	10	b	f	f	23	20	16	430	76	856	336	386
82	>=	11	10	b	f	f	23	20	16	420	37	857	337	398
85	<>	11	10	b	f	f	16	16	16	85	91	84	102	106
91	=	11	10	b	t	t	16	16	16	91	85	60	101	105
92	=	11	10	b	t	t	18	18	16	92	630	61	101	105
93	=	11	10	b	t	t	19	19	16	93	643	62	101	105
94	=	11	10	b	t	t	21	21	16	94	519	63	101	105
95	<	11	10	b	f	f	21	21	16	520	524	64	103	107
96	=	11	10	b	t	t	23	23	16	96	518	65	101	105
97	<	11	10	b	f	f	23	23	16	521	525	66	103	107
98	=	11	10	b	t	t	25	25	16	98	531	67	101	105
254	=	11	10	b	t	t	19	25	16	260	259	240	101	105
255	<	11	10	b	f	f	19	25	16	264	257	241	103	107
256	<=	11	10	b	f	f	19	25	16	263	258	242	336	386
257	>=	11	10	b	f	f	19	25	16	262	255	243	337	398
258	>	11	10	b	f	f	19	25	16	261	256	244	104	108
259	<>	11	10	b	f	f	19	25	16	265	254	245	102	106
260	=	11	10	b	t	t	25	19	16	254	265	247	101	105
261	<	11	10	b	f	f	25	19	16	258	263	248	103	107
262	<=	11	10	b	f	f	25	19	16	257	264	249	336	386
263	>=	11	10	b	f	f	25	19	16	256	261	250	337	398
264	>	11	10	b	f	f	25	19	16	255	262	251	104	108
265	<>	11	10	b	f	f	25	19	16	259	260	252	102	106
349	||	11	10	b	f	f	5078	5077	5078	0	0	378	0	0
374	||	11	10	b	f	f	5077	5078	5078	0	0	379	0	0
375	||	11	10	b	f	f	5078	5078	5078	0	0	383	0	0
410	=	11	10	b	t	t	20	20	16	410	411	467	101	105
411	<>	11	10	b	f	f	20	20	16	411	410	468	102	106
412	<	11	10	b	f	f	20	20	16	413	415	469	103	107
413	>	11	10	b	f	f	20	20	16	412	414	470	104	108
414	<=	11	10	b	f	f	20	20	16	415	413	471	336	386
415	>=	11	10	b	f	f	20	20	16	414	412	472	337	398
416	=	11	10	b	t	t	20	23	16	15	417	474	101	105
417	<>	11	10	b	f	f	20	23	16	36	416	475	102	106
418	<	11	10	b	f	f	20	23	16	76	430	476	103	107
419	>	11	10	b	f	f	20	23	16	37	420	477	104	108
420	<=	11	10	b	f	f	20	23	16	82	419	478	336	386
430	>=	11	10	b	f	f	20	23	16	80	418	479	337	398
439	%	11	10	b	f	f	20	20	20	0	0	945	0	0
473	@	11	10	l	f	f	0	20	20	0	0	1230	0	0
484	-	11	10	l	f	f	0	20	20	0	0	462	0	0
514	*	11	10	b	f	f	23	23	23	514	0	141	0	0
518	<>	11	10	b	f	f	23	23	16	518	96	144	102	106
519	<>	11	10	b	f	f	21	21	16	519	94	145	102	106
520	>	11	10	b	f	f	21	21	16	95	522	146	104	108
521	>	11	10	b	f	f	23	23	16	97	523	147	104	108
522	<=	11	10	b	f	f	21	21	16	524	520	148	336	386
523	<=	11	10	b	f	f	23	23	16	525	521	149	336	386
524	>=	11	10	b	f	f	21	21	16	522	95	151	337	398
525	>=	11	10	b	f	f	23	23	16	523	97	150	337	398
526	*	11	10	b	f	f	21	21	21	526	0	152	0	0
527	/	11	10	b	f	f	21	21	21	0	0	153	0	0
528	/	11	10	b	f	f	23	23	23	0	0	154	0	0
529	%	11	10	b	f	f	21	21	21	0	0	155	0	0
530	%	11	10	b	f	f	23	23	23	0	0	156	0	0
531	<>	11	10	b	f	f	25	25	16	531	98	157	102	106
532	=	11	10	b	t	t	21	23	16	533	538	158	101	105
533	=	11	10	b	t	t	23	21	16	532	539	159	101	105
534	<	11	10	b	f	f	21	23	16	537	542	160	103	107
535	<	11	10	b	f	f	23	21	16	536	543	161	103	107
536	>	11	10	b	f	f	21	23	16	535	540	162	104	108
537	>	11	10	b	f	f	23	21	16	534	541	163	104	108
538	<>	11	10	b	f	f	21	23	16	539	532	164	102	106
539	<>	11	10	b	f	f	23	21	16	538	533	165	102	106
540	<=	11	10	b	f	f	21	23	16	543	536	166	336	386
541	<=	11	10	b	f	f	23	21	16	542	537	167	336	386
542	>=	11	10	b	f	f	21	23	16	541	534	168	337	398
543	>=	11	10	b	f	f	23	21	16	540	535	169	337	398
544	*	11	10	b	f	f	21	23	23	545	0	170	0	0
545	*	11	10	b	f	f	23	21	23	544	0	171	0	0
546	/	11	10	b	f	f	21	23	23	0	0	172	0	0
547	/	11	10	b	f	f	23	21	23	0	0	173	0	0
550	+	11	10	b	f	f	21	21	21	550	0	176	0	0
551	+	11	10	b	f	f	23	23	23	551	0	177	0	0
552	+	11	10	b	f	f	21	23	23	553	0	178	0	0
553	+	11	10	b	f	f	23	21	23	552	0	179	0	0
554	-	11	10	b	f	f	21	21	21	0	0	180	0	0
555	-	11	10	b	f	f	23	23	23	0	0	181	0	0
556	-	11	10	b	f	f	21	23	23	0	0	182	0	0
557	-	11	10	b	f	f	23	21	23	0	0	183	0	0
558	-	11	10	l	f	f	0	23	23	0	0	212	0	0
559	-	11	10	l	f	f	0	21	21	0	0	213	0	0
584	-	11	10	l	f	f	0	700	700	0	0	206	0	0
585	-	11	10	l	f	f	0	701	701	0	0	220	0	0
586	+	11	10	b	f	f	700	700	700	586	0	204	0	0
587	-	11	10	b	f	f	700	700	700	0	0	205	0	0
588	/	11	10	b	f	f	700	700	700	0	0	203	0	0
589	*	11	10	b	f	f	700	700	700	589	0	202	0	0
590	@	11	10	l	f	f	0	700	700	0	0	207	0	0
591	+	11	10	b	f	f	701	701	701	591	0	218	0	0
592	-	11	10	b	f	f	701	701	701	0	0	219	0	0
593	/	11	10	b	f	f	701	701	701	0	0	217	0	0
594	*	11	10	b	f	f	701	701	701	594	0	216	0	0
595	@	11	10	l	f	f	0	701	701	0	0	221	0	0
596	|/	11	10	l	f	f	0	701	701	0	0	230	0	0
597	||/	11	10	l	f	f	0	701	701	0	0	231	0	0
607	=	11	10	b	t	t	26	26	16	607	608	184	101	105
608	<>	11	10	b	f	f	26	26	16	608	607	185	102	106
609	<	11	10	b	f	f	26	26	16	610	612	716	103	107
610	>	11	10	b	f	f	26	26	16	609	611	1638	104	108
611	<=	11	10	b	f	f	26	26	16	612	610	717	336	386
612	>=	11	10	b	f	f	26	26	16	611	609	1639	337	398
620	=	11	10	b	t	t	700	700	16	620	621	287	101	105
621	<>	11	10	b	f	f	700	700	16	621	620	288	102	106
622	<	11	10	b	f	f	700	700	16	623	625	289	103	107
623	>	11	10	b	f	f	700	700	16	622	624	291	104	108
624	<=	11	10	b	f	f	700	700	16	625	623	290	336	386
625	>=	11	10	b	f	f	700	700	16	624	622	292	337	398
630	<>	11	10	b	f	f	18	18	16	630	92	70	102	106
631	<	11	10	b	f	f	18	18	16	633	634	1246	103	107
632	<=	11	10	b	f	f	18	18	16	634	633	72	336	386
633	>	11	10	b	f	f	18	18	16	631	632	73	104	108
634	>=	11	10	b	f	f	18	18	16	632	631	74	337	398
639	~	11	10	b	f	f	19	25	16	0	640	79	1818	1824
640	!~	11	10	b	f	f	19	25	16	0	639	1252	1821	1827
641	~	11	10	b	f	f	25	25	16	0	642	1254	1818	1824
642	!~	11	10	b	f	f	25	25	16	0	641	1256	1821	1827
643	<>	11	10	b	f	f	19	19	16	643	93	659	102	106
644	<>	11	10	b	f	f	30	30	16	644	649	619	102	106
645	<	11	10	b	f	f	30	30	16	646	648	677	103	107
646	>	11	10	b	f	f	30	30	16	645	647	681	104	108
647	<=	11	10	b	f	f	30	30	16	648	646	678	336	386
648	>=	11	10	b	f	f	30	30	16	647	645	680	337	398
649	=	11	10	b	t	t	30	30	16	649	644	679	101	105
654	||	11	10	b	f	f	25	25	25	0	0	1258	0	0
660	<	11	10	b	f	f	19	19	16	662	663	655	103	107
661	<=	11	10	b	f	f	19	19	16	663	662	656	336	386
662	>	11	10	b	f	f	19	19	16	660	661	657	104	108
663	>=	11	10	b	f	f	19	19	16	661	660	658	337	398
664	<	11	10	b	f	f	25	25	16	666	667	740	103	107
665	<=	11	10	b	f	f	25	25	16	667	666	741	336	386
666	>	11	10	b	f	f	25	25	16	664	665	742	104	108
667	>=	11	10	b	f	f	25	25	16	665	664	743	337	398
670	=	11	10	b	t	t	701	701	16	670	671	293	101	105
671	<>	11	10	b	f	f	701	701	16	671	670	294	102	106
672	<	11	10	b	f	f	701	701	16	674	675	295	103	107
673	<=	11	10	b	f	f	701	701	16	675	674	296	336	386
674	>	11	10	b	f	f	701	701	16	672	673	297	104	108
675	>=	11	10	b	f	f	701	701	16	673	672	298	337	398
682	@	11	10	l	f	f	0	21	21	0	0	1253	0	0
684	+	11	10	b	f	f	20	20	20	684	0	463	0	0
685	-	11	10	b	f	f	20	20	20	0	0	464	0	0
686	*	11	10	b	f	f	20	20	20	686	0	465	0	0
687	/	11	10	b	f	f	20	20	20	0	0	466	0	0
688	+	11	10	b	f	f	20	23	20	692	0	1274	0	0
689	-	11	10	b	f	f	20	23	20	0	0	1275	0	0
690	*	11	10	b	f	f	20	23	20	694	0	1276	0	0
691	/	11	10	b	f	f	20	23	20	0	0	1277	0	0
692	+	11	10	b	f	f	23	20	20	688	0	1278	0	0
693	-	11	10	b	f	f	23	20	20	0	0	1279	0	0
694	*	11	10	b	f	f	23	20	20	690	0	1280	0	0
695	/	11	10	b	f	f	23	20	20	0	0	1281	0	0
773	@	11	10	l	f	f	0	23	23	0	0	1251	0	0
818	+	11	10	b	f	f	20	21	20	822	0	837	0	0
819	-	11	10	b	f	f	20	21	20	0	0	838	0	0
820	*	11	10	b	f	f	20	21	20	824	0	839	0	0
821	/	11	10	b	f	f	20	21	20	0	0	840	0	0
822	+	11	10	b	f	f	21	20	20	818	0	841	0	0
823	-	11	10	b	f	f	21	20	20	0	0	942	0	0
824	*	11	10	b	f	f	21	20	20	820	0	943	0	0
825	/	11	10	b	f	f	21	20	20	0	0	948	0	0
965	^	11	10	b	f	f	701	701	701	0	0	232	0	0
966	+	11	10	b	f	f	1034	1033	1034	0	0	1035	0	0
967	-	11	10	b	f	f	1034	1033	1034	0	0	1036	0	0
968	@>	11	10	b	f	f	1034	1033	16	0	0	1037	0	0
974	=	11	10	b	f	t	1033	1033	16	974	0	1062	101	105
1038	^	11	10	b	f	f	1700	1700	1700	0	0	1739	0	0
1054	=	11	10	b	t	t	1042	1042	16	1054	1057	1048	101	105
1055	~	11	10	b	f	f	1042	25	16	0	1056	1658	1818	1824
1056	!~	11	10	b	f	f	1042	25	16	0	1055	1659	1821	1827
1057	<>	11	10	b	f	f	1042	1042	16	1057	1054	1053	102	106
1058	<	11	10	b	f	f	1042	1042	16	1060	1061	1049	103	107
1059	<=	11	10	b	f	f	1042	1042	16	1061	1060	1050	336	386
1060	>	11	10	b	f	f	1042	1042	16	1058	1059	1051	104	108
1061	>=	11	10	b	f	f	1042	1042	16	1059	1058	1052	337	398
1070	=	11	10	b	t	t	2277	2277	16	1070	1071	744	101	105
1071	<>	11	10	b	f	f	2277	2277	16	1071	1070	390	102	106
1072	<	11	10	b	f	f	2277	2277	16	1073	1075	391	103	107
1073	>	11	10	b	f	f	2277	2277	16	1072	1074	392	104	108
1074	<=	11	10	b	f	f	2277	2277	16	1075	1073	393	336	386
1075	>=	11	10	b	f	f	2277	2277	16	1074	1072	396	337	398
1076	+	11	10	b	f	f	1082	1186	1114	2551	0	2071	0	0
1077	-	11	10	b	f	f	1082	1186	1114	0	0	2072	0	0
1093	=	11	10	b	t	t	1082	1082	16	1093	1094	1086	101	105
1094	<>	11	10	b	f	f	1082	1082	16	1094	1093	1091	102	106
1095	<	11	10	b	f	f	1082	1082	16	1097	1098	1087	103	107
1096	<=	11	10	b	f	f	1082	1082	16	1098	1097	1088	336	386
1097	>	11	10	b	f	f	1082	1082	16	1095	1096	1089	104	108
1098	>=	11	10	b	f	f	1082	1082	16	1096	1095	1090	337	398
1099	-	11	10	b	f	f	1082	1082	23	0	0	1140	0	0
1100	+	11	10	b	f	f	1082	23	1082	2555	0	1141	0	0
1101	-	11	10	b	f	f	1082	23	1082	0	0	1142	0	0
1108	=	11	10	b	t	t	1083	1083	16	1108	1109	1145	101	105
1109	<>	11	10	b	f	f	1083	1083	16	1109	1108	1106	102	106
1110	<	11	10	b	f	f	1083	1083	16	1112	1113	1102	103	107
1111	<=	11	10	b	f	f	1083	1083	16	1113	1112	1103	336	386
1112	>	11	10	b	f	f	1083	1083	16	1110	1111	1104	104	108
1113	>=	11	10	b	f	f	1083	1083	16	1111	1110	1105	337	398
1116	+	11	10	b	f	f	700	701	701	1126	0	281	0	0
1117	-	11	10	b	f	f	700	701	701	0	0	282	0	0
1118	/	11	10	b	f	f	700	701	701	0	0	280	0	0
1119	*	11	10	b	f	f	700	701	701	1129	0	279	0	0
1120	=	11	10	b	t	t	700	701	16	1130	1121	299	101	105
1121	<>	11	10	b	f	f	700	701	16	1131	1120	300	102	106
1122	<	11	10	b	f	f	700	701	16	1133	1125	301	103	107
1123	>	11	10	b	f	f	700	701	16	1132	1124	303	104	108
1124	<=	11	10	b	f	f	700	701	16	1135	1123	302	336	386
1125	>=	11	10	b	f	f	700	701	16	1134	1122	304	337	398
1126	+	11	10	b	f	f	701	700	701	1116	0	285	0	0
1127	-	11	10	b	f	f	701	700	701	0	0	286	0	0
1128	/	11	10	b	f	f	701	700	701	0	0	284	0	0
1129	*	11	10	b	f	f	701	700	701	1119	0	283	0	0
1130	=	11	10	b	t	t	701	700	16	1120	1131	305	101	105
1131	<>	11	10	b	f	f	701	700	16	1121	1130	306	102	106
1132	<	11	10	b	f	f	701	700	16	1123	1135	307	103	107
1133	>	11	10	b	f	f	701	700	16	1122	1134	309	104	108
1134	<=	11	10	b	f	f	701	700	16	1125	1133	308	336	386
1135	>=	11	10	b	f	f	701	700	16	1124	1132	310	337	398
1207	~~	11	10	b	f	f	19	25	16	0	1208	858	1819	1825
1208	!~~	11	10	b	f	f	19	25	16	0	1207	859	1822	1828
1209	~~	11	10	b	f	f	25	25	16	0	1210	850	1819	1825
1210	!~~	11	10	b	f	f	25	25	16	0	1209	851	1822	1828
1211	~~	11	10	b	f	f	1042	25	16	0	1212	1631	1819	1825
1212	!~~	11	10	b	f	f	1042	25	16	0	1211	1632	1822	1828
1226	~*	11	10	b	f	f	19	25	16	0	1227	1240	1820	1826
1227	!~*	11	10	b	f	f	19	25	16	0	1226	1241	1823	1829
1228	~*	11	10	b	f	f	25	25	16	0	1229	1238	1820	1826
1229	!~*	11	10	b	f	f	25	25	16	0	1228	1239	1823	1829
1234	~*	11	10	b	f	f	1042	25	16	0	1235	1656	1820	1826
1235	!~*	11	10	b	f	f	1042	25	16	0	1234	1657	1823	1829
1320	=	11	10	b	t	t	1184	1184	16	1320	1321	1152	101	105
1321	<>	11	10	b	f	f	1184	1184	16	1321	1320	1153	102	106
1322	<	11	10	b	f	f	1184	1184	16	1324	1325	1154	103	107
1323	<=	11	10	b	f	f	1184	1184	16	1325	1324	1155	336	386
1324	>	11	10	b	f	f	1184	1184	16	1322	1323	1157	104	108
1325	>=	11	10	b	f	f	1184	1184	16	1323	1322	1156	337	398
1327	+	11	10	b	f	f	1184	1186	1184	2554	0	1189	0	0
1328	-	11	10	b	f	f	1184	1184	1186	0	0	1188	0	0
1329	-	11	10	b	f	f	1184	1186	1184	0	0	1190	0	0
1330	=	11	10	b	t	t	1186	1186	16	1330	1331	1162	101	105
1331	<>	11	10	b	f	f	1186	1186	16	1331	1330	1163	102	106
1332	<	11	10	b	f	f	1186	1186	16	1334	1335	1164	103	107
1333	<=	11	10	b	f	f	1186	1186	16	1335	1334	1165	336	386
1334	>	11	10	b	f	f	1186	1186	16	1332	1333	1167	104	108
1335	>=	11	10	b	f	f	1186	1186	16	1333	1332	1166	337	398
1336	-	11	10	l	f	f	0	1186	1186	0	0	1168	0	0
1337	+	11	10	b	f	f	1186	1186	1186	1337	0	1169	0	0
1338	-	11	10	b	f	f	1186	1186	1186	0	0	1170	0	0
1360	+	11	10	b	f	f	1082	1083	1114	1363	0	1272	0	0
1363	+	11	10	b	f	f	1083	1082	1114	1360	0	1296	0	0
1399	-	11	10	b	f	f	1083	1083	1186	0	0	1690	0	0
1583	*	11	10	b	f	f	1186	701	1186	1584	0	1618	0	0
1584	*	11	10	b	f	f	701	1186	1186	1583	0	1624	0	0
1585	/	11	10	b	f	f	1186	701	1186	0	0	1326	0	0
1625	~~*	11	10	b	f	f	19	25	16	0	1626	1635	1814	1816
1626	!~~*	11	10	b	f	f	19	25	16	0	1625	1636	1815	1817
1627	~~*	11	10	b	f	f	25	25	16	0	1628	1633	1814	1816
1628	!~~*	11	10	b	f	f	25	25	16	0	1627	1634	1815	1817
1629	~~*	11	10	b	f	f	1042	25	16	0	1630	1660	1814	1816
1630	!~~*	11	10	b	f	f	1042	25	16	0	1629	1661	1815	1817
1694	<=	11	10	b	f	f	16	16	16	1695	59	1691	336	386
1695	>=	11	10	b	f	f	16	16	16	1694	58	1692	337	398
1751	-	11	10	l	f	f	0	1700	1700	0	0	1771	0	0
1752	=	11	10	b	t	t	1700	1700	16	1752	1753	1718	101	105
1753	<>	11	10	b	f	f	1700	1700	16	1753	1752	1719	102	106
1754	<	11	10	b	f	f	1700	1700	16	1756	1757	1722	103	107
1755	<=	11	10	b	f	f	1700	1700	16	1757	1756	1723	336	386
1756	>	11	10	b	f	f	1700	1700	16	1754	1755	1720	104	108
1757	>=	11	10	b	f	f	1700	1700	16	1755	1754	1721	337	398
1758	+	11	10	b	f	f	1700	1700	1700	1758	0	1724	0	0
1759	-	11	10	b	f	f	1700	1700	1700	0	0	1725	0	0
1760	*	11	10	b	f	f	1700	1700	1700	1760	0	1726	0	0
1761	/	11	10	b	f	f	1700	1700	1700	0	0	1727	0	0
1762	%	11	10	b	f	f	1700	1700	1700	0	0	1729	0	0
1763	@	11	10	l	f	f	0	1700	1700	0	0	1704	0	0
1800	+	11	10	b	f	f	1083	1186	1083	1849	0	1747	0	0
1801	-	11	10	b	f	f	1083	1186	1083	0	0	1748	0	0
1849	+	11	10	b	f	f	1186	1083	1083	1800	0	1848	0	0
1862	=	11	10	b	t	t	21	20	16	1868	1863	1850	101	105
1863	<>	11	10	b	f	f	21	20	16	1869	1862	1851	102	106
1864	<	11	10	b	f	f	21	20	16	1871	1867	1852	103	107
1865	>	11	10	b	f	f	21	20	16	1870	1866	1853	104	108
1866	<=	11	10	b	f	f	21	20	16	1873	1865	1854	336	386
1867	>=	11	10	b	f	f	21	20	16	1872	1864	1855	337	398
1868	=	11	10	b	t	t	20	21	16	1862	1869	1856	101	105
1869	<>	11	10	b	f	f	20	21	16	1863	1868	1857	102	106
1870	<	11	10	b	f	f	20	21	16	1865	1873	1858	103	107
1871	>	11	10	b	f	f	20	21	16	1864	1872	1859	104	108
1872	<=	11	10	b	f	f	20	21	16	1867	1871	1860	336	386
1873	>=	11	10	b	f	f	20	21	16	1866	1870	1861	337	398
1874	&	11	10	b	f	f	21	21	21	1874	0	1892	0	0
1875	|	11	10	b	f	f	21	21	21	1875	0	1893	0	0
1876	#	11	10	b	f	f	21	21	21	1876	0	1894	0	0
1877	~	11	10	l	f	f	0	21	21	0	0	1895	0	0
1878	<<	11	10	b	f	f	21	23	21	0	0	1896	0	0
1879	>>	11	10	b	f	f	21	23	21	0	0	1897	0	0
1880	&	11	10	b	f	f	23	23	23	1880	0	1898	0	0
1881	|	11	10	b	f	f	23	23	23	1881	0	1899	0	0
1882	#	11	10	b	f	f	23	23	23	1882	0	1900	0	0
1883	~	11	10	l	f	f	0	23	23	0	0	1901	0	0
1884	<<	11	10	b	f	f	23	23	23	0	0	1902	0	0
1885	>>	11	10	b	f	f	23	23	23	0	0	1903	0	0
1886	&	11	10	b	f	f	20	20	20	1886	0	1904	0	0
1887	|	11	10	b	f	f	20	20	20	1887	0	1905	0	0
1888	#	11	10	b	f	f	20	20	20	1888	0	1906	0	0
1889	~	11	10	l	f	f	0	20	20	0	0	1907	0	0
1890	<<	11	10	b	f	f	20	23	20	0	0	1908	0	0
1891	>>	11	10	b	f	f	20	23	20	0	0	1909	0	0
1916	+	11	10	l	f	f	0	20	20	0	0	1910	0	0
1917	+	11	10	l	f	f	0	21	21	0	0	1911	0	0
1918	+	11	10	l	f	f	0	23	23	0	0	1912	0	0
1919	+	11	10	l	f	f	0	700	700	0	0	1913	0	0
1920	+	11	10	l	f	f	0	701	701	0	0	1914	0	0
1921	+	11	10	l	f	f	0	1700	1700	0	0	1915	0	0
1955	=	11	10	b	t	t	17	17	16	1955	1956	1948	101	105
1956	<>	11	10	b	f	f	17	17	16	1956	1955	1953	102	106
1957	<	11	10	b	f	f	17	17	16	1959	1960	1949	103	107
1958	<=	11	10	b	f	f	17	17	16	1960	1959	1950	336	386
1959	>	11	10	b	f	f	17	17	16	1957	1958	1951	104	108
1960	>=	11	10	b	f	f	17	17	16	1958	1957	1952	337	398
2016	~~	11	10	b	f	f	17	17	16	0	2017	2005	1819	1825
2017	!~~	11	10	b	f	f	17	17	16	0	2016	2006	1822	1828
2018	||	11	10	b	f	f	17	17	17	0	0	2011	0	0
2060	=	11	10	b	t	t	1114	1114	16	2060	2061	2052	101	105
2061	<>	11	10	b	f	f	1114	1114	16	2061	2060	2053	102	106
2062	<	11	10	b	f	f	1114	1114	16	2064	2065	2054	103	107
2063	<=	11	10	b	f	f	1114	1114	16	2065	2064	2055	336	386
2064	>	11	10	b	f	f	1114	1114	16	2062	2063	2057	104	108
2065	>=	11	10	b	f	f	1114	1114	16	2063	2062	2056	337	398
2066	+	11	10	b	f	f	1114	1186	1114	2553	0	2032	0	0
2067	-	11	10	b	f	f	1114	1114	1186	0	0	2031	0	0
2068	-	11	10	b	f	f	1114	1186	1114	0	0	2033	0	0
2314	~<~	11	10	b	f	f	25	25	16	2318	2317	2160	103	107
2315	~<=~	11	10	b	f	f	25	25	16	2317	2318	2161	336	386
2317	~>=~	11	10	b	f	f	25	25	16	2315	2314	2163	337	398
2318	~>~	11	10	b	f	f	25	25	16	2314	2315	2164	104	108
2326	~<~	11	10	b	f	f	1042	1042	16	2330	2329	2174	103	107
2327	~<=~	11	10	b	f	f	1042	1042	16	2329	2330	2175	336	386
2329	~>=~	11	10	b	f	f	1042	1042	16	2327	2326	2177	337	398
2330	~>~	11	10	b	f	f	1042	1042	16	2326	2327	2178	104	108
2345	<	11	10	b	f	f	1082	1114	16	2375	2348	2338	103	107
2346	<=	11	10	b	f	f	1082	1114	16	2374	2349	2339	336	386
2347	=	11	10	b	t	f	1082	1114	16	2373	2350	2340	101	105
2348	>=	11	10	b	f	f	1082	1114	16	2372	2345	2342	337	398
2349	>	11	10	b	f	f	1082	1114	16	2371	2346	2341	104	108
2350	<>	11	10	b	f	f	1082	1114	16	2376	2347	2343	102	106
2358	<	11	10	b	f	f	1082	1184	16	2388	2361	2351	103	107
2359	<=	11	10	b	f	f	1082	1184	16	2387	2362	2352	336	386
2360	=	11	10	b	t	f	1082	1184	16	2386	2363	2353	101	105
2361	>=	11	10	b	f	f	1082	1184	16	2385	2358	2355	337	398
2362	>	11	10	b	f	f	1082	1184	16	2384	2359	2354	104	108
2363	<>	11	10	b	f	f	1082	1184	16	2389	2360	2356	102	106
2371	<	11	10	b	f	f	1114	1082	16	2349	2374	2364	103	107
2372	<=	11	10	b	f	f	1114	1082	16	2348	2375	2365	336	386
2373	=	11	10	b	t	f	1114	1082	16	2347	2376	2366	101	105
2374	>=	11	10	b	f	f	1114	1082	16	2346	2371	2368	337	398
2375	>	11	10	b	f	f	1114	1082	16	2345	2372	2367	104	108
2376	<>	11	10	b	f	f	1114	1082	16	2350	2373	2369	102	106
2384	<	11	10	b	f	f	1184	1082	16	2362	2387	2377	103	107
2385	<=	11	10	b	f	f	1184	1082	16	2361	2388	2378	336	386
2386	=	11	10	b	t	f	1184	1082	16	2360	2389	2379	101	105
2387	>=	11	10	b	f	f	1184	1082	16	2359	2384	2381	337	398
2388	>	11	10	b	f	f	1184	1082	16	2358	2385	2380	104	108
2389	<>	11	10	b	f	f	1184	1082	16	2363	2386	2382	102	106
2534	<	11	10	b	f	f	1114	1184	16	2544	2537	2520	103	107
2535	<=	11	10	b	f	f	1114	1184	16	2543	2538	2521	336	386
2536	=	11	10	b	t	f	1114	1184	16	2542	2539	2522	101	105
2537	>=	11	10	b	f	f	1114	1184	16	2541	2534	2524	337	398
2538	>	11	10	b	f	f	1114	1184	16	2540	2535	2523	104	108
2539	<>	11	10	b	f	f	1114	1184	16	2545	2536	2525	102	106
2540	<	11	10	b	f	f	1184	1114	16	2538	2543	2527	103	107
2541	<=	11	10	b	f	f	1184	1114	16	2537	2544	2528	336	386
2542	=	11	10	b	t	f	1184	1114	16	2536	2545	2529	101	105
2543	>=	11	10	b	f	f	1184	1114	16	2535	2540	2531	337	398
2544	>	11	10	b	f	f	1184	1114	16	2534	2541	2530	104	108
2545	<>	11	10	b	f	f	1184	1114	16	2539	2542	2532	102	106
2551	+	11	10	b	f	f	1186	1082	1114	1076	0	2546	0	0
2553	+	11	10	b	f	f	1186	1114	1114	2066	0	2548	0	0
2554	+	11	10	b	f	f	1186	1184	1184	1327	0	2549	0	0
2555	+	11	10	b	f	f	23	1082	1082	1100	0	2550	0	0
2750	&&	11	10	b	f	f	2277	2277	16	2750	0	2747	3817	3818
2751	@>	11	10	b	f	f	2277	2277	16	2752	0	2748	3817	3818
2752	<@	11	10	b	f	f	2277	2277	16	2751	0	2749	3817	3818
2779	||	11	10	b	f	f	25	2776	25	0	0	2003	0	0
2780	||	11	10	b	f	f	2776	25	25	0	0	2004	0	0
2972	=	11	10	b	t	t	2950	2950	16	2972	2973	2956	101	105
2973	<>	11	10	b	f	f	2950	2950	16	2973	2972	2959	102	106
2974	<	11	10	b	f	f	2950	2950	16	2975	2977	2954	103	107
2975	>	11	10	b	f	f	2950	2950	16	2974	2976	2958	104	108
2976	<=	11	10	b	f	f	2950	2950	16	2977	2975	2955	336	386
2977	>=	11	10	b	f	f	2950	2950	16	2976	2974	2957	337	398
2988	=	11	10	b	t	t	2249	2249	16	2988	2989	2981	101	105
2989	<>	11	10	b	f	f	2249	2249	16	2989	2988	2982	102	106
2990	<	11	10	b	f	f	2249	2249	16	2991	2993	2983	103	107
2991	>	11	10	b	f	f	2249	2249	16	2990	2992	2984	104	108
2992	<=	11	10	b	f	f	2249	2249	16	2993	2991	2985	336	386
2993	>=	11	10	b	f	f	2249	2249	16	2992	2990	2986	337	398
3188	*=	11	10	b	t	f	2249	2249	16	3188	3189	3181	101	105
3189	*<>	11	10	b	f	f	2249	2249	16	3189	3188	3182	102	106
3190	*<	11	10	b	f	f	2249	2249	16	3191	3193	3183	103	107
3191	*>	11	10	b	f	f	2249	2249	16	3190	3192	3184	104	108
3192	*<=	11	10	b	f	f	2249	2249	16	3193	3191	3185	336	386
3193	*>=	11	10	b	f	f	2249	2249	16	3192	3190	3186	337	398
3206	#>>	11	10	b	f	f	3802	1009	25	0	0	3940	0	0
3211	->	11	10	b	f	f	3802	25	3802	0	0	3478	0	0
3212	->	11	10	b	f	f	3802	23	3802	0	0	3215	0	0
3213	#>	11	10	b	f	f	3802	1009	3802	0	0	3217	0	0
3240	=	11	10	b	t	t	3802	3802	16	3240	3241	4043	101	105
3241	<>	11	10	b	f	f	3802	3802	16	3241	3240	4038	102	106
3242	<	11	10	b	f	f	3802	3802	16	3243	3245	4039	103	107
3243	>	11	10	b	f	f	3802	3802	16	3242	3244	4040	104	108
3244	<=	11	10	b	f	f	3802	3802	16	3245	3243	4041	336	386
3245	>=	11	10	b	f	f	3802	3802	16	3244	3242	4042	337	398
3246	@>	11	10	b	f	f	3802	3802	16	3250	0	4046	5040	5041
3247	?	11	10	b	f	f	3802	25	16	0	0	4047	5040	5041
3248	?|	11	10	b	f	f	3802	1009	16	0	0	4048	5040	5041
3249	?&	11	10	b	f	f	3802	1009	16	0	0	4049	5040	5041
3250	<@	11	10	b	f	f	3802	3802	16	3246	0	4050	5040	5041
3284	||	11	10	b	f	f	3802	3802	3802	0	0	3301	0	0
3285	-	11	10	b	f	f	3802	25	3802	0	0	3302	0	0
3286	-	11	10	b	f	f	3802	23	3802	0	0	3303	0	0
3287	#-	11	10	b	f	f	3802	1009	3802	0	0	3304	0	0
3398	-	11	10	b	f	f	3802	1009	3802	0	0	3343	0	0
3477	->>	11	10	b	f	f	3802	25	25	0	0	3214	0	0
3481	->>	11	10	b	f	f	3802	23	25	0	0	3216	0	0
3762	@@	11	10	b	f	f	25	25	16	0	0	3760	5040	5041
3877	^@	11	10	b	f	f	25	25	16	0	0	3696	3437	3438
3962	->	11	10	b	f	f	114	25	114	0	0	3947	0	0
3963	->>	11	10	b	f	f	114	25	25	0	0	3948	0	0
3964	->	11	10	b	f	f	114	23	114	0	0	3949	0	0
3965	->>	11	10	b	f	f	114	23	25	0	0	3950	0	0
3966	#>	11	10	b	f	f	114	1009	114	0	0	3951	0	0
3967	#>>	11	10	b	f	f	114	1009	25	0	0	3953	0	0
""",
    "pg_cast": r"""
10000	20	21	714	a	f
10001	20	23	480	a	f
10002	20	700	652	i	f
10003	20	701	482	i	f
10004	20	1700	1781	i	f
10005	21	20	754	i	f
10006	21	23	313	i	f
10007	21	700	236	i	f
10008	21	701	235	i	f
10009	21	1700	1782	i	f
10010	23	20	481	i	f
10011	23	21	314	a	f
10012	23	700	318	i	f
10013	23	701	316	i	f
10014	23	1700	1740	i	f
10015	700	20	653	a	f
10016	700	21	238	a	f
10017	700	23	319	a	f
10018	700	701	311	i	f
10019	700	1700	1742	a	f
10020	701	20	483	a	f
10021	701	21	237	a	f
10022	701	23	317	a	f
10023	701	700	312	a	f
10024	701	1700	1743	a	f
10025	1700	20	1779	a	f
10026	1700	21	1783	a	f
10027	1700	23	1744	a	f
10028	1700	700	1745	i	f
10029	1700	701	1746	i	f
10034	23	16	2557	e	f
10035	16	23	2558	e	f
10037	20	26	1287	i	f
10038	21	26	313	i	f
10039	23	26	0	i	b
10040	26	20	1288	a	f
10041	26	23	0	a	b
10042	26	24	0	i	b
10043	24	26	0	i	b
10044	20	24	1287	i	f
10045	21	24	313	i	f
10046	23	24	0	i	b
10047	24	20	1288	a	f
10048	24	23	0	a	b
10049	24	2202	0	i	b
10050	2202	24	0	i	b
10051	26	2202	0	i	b
10052	2202	26	0	i	b
10053	20	2202	1287	i	f
10054	21	2202	313	i	f
10055	23	2202	0	i	b
10056	2202	20	1288	a	f
10057	2202	23	0	a	b
10058	26	2203	0	i	b
10059	2203	26	0	i	b
10060	20	2203	1287	i	f
10061	21	2203	313	i	f
10062	23	2203	0	i	b
10063	2203	20	1288	a	f
10064	2203	23	0	a	b
10065	2203	2204	0	i	b
10066	2204	2203	0	i	b
10067	26	2204	0	i	b
10068	2204	26	0	i	b
10069	20	2204	1287	i	f
10070	21	2204	313	i	f
10071	23	2204	0	i	b
10072	2204	20	1288	a	f
10073	2204	23	0	a	b
10074	26	2205	0	i	b
10075	2205	26	0	i	b
10076	20	2205	1287	i	f
10077	21	2205	313	i	f
10078	23	2205	0	i	b
10079	2205	20	1288	a	f
10080	2205	23	0	a	b
10081	26	4191	0	i	b
10082	4191	26	0	i	b
10083	20	4191	1287	i	f
10084	21	4191	313	i	f
10085	23	4191	0	i	b
10086	4191	20	1288	a	f
10087	4191	23	0	a	b
10088	26	2206	0	i	b
10089	2206	26	0	i	b
10090	20	2206	1287	i	f
10091	21	2206	313	i	f
10092	23	2206	0	i	b
10093	2206	20	1288	a	f
10094	2206	23	0	a	b
10095	26	3734	0	i	b
10096	3734	26	0	i	b
10097	20	3734	1287	i	f
10098	21	3734	313	i	f
10099	23	3734	0	i	b
10100	3734	20	1288	a	f
10101	3734	23	0	a	b
10102	26	3769	0	i	b
10103	3769	26	0	i	b
10104	20	3769	1287	i	f
10105	21	3769	313	i	f
10106	23	3769	0	i	b
10107	3769	20	1288	a	f
10108	3769	23	0	a	b
10109	25	2205	1079	i	f
10110	1043	2205	1079	i	f
10111	26	4096	0	i	b
10112	4096	26	0	i	b
10113	20	4096	1287	i	f
10114	21	4096	313	i	f
10115	23	4096	0	i	b
10116	4096	20	1288	a	f
10117	4096	23	0	a	b
10118	26	4089	0	i	b
10119	4089	26	0	i	b
10120	20	4089	1287	i	f
10121	21	4089	313	i	f
10122	23	4089	0	i	b
10123	4089	20	1288	a	f
10124	4089	23	0	a	b
10125	25	1042	0	i	b
10126	25	1043	0	i	b
10127	1042	25	401	i	f
10128	1042	1043	401	i	f
10129	1043	25	0	i	b
10130	1043	1042	0	i	b
10131	18	25	946	i	f
10132	18	1042	860	a	f
10133	18	1043	946	a	f
10134	19	25	406	i	f
10135	19	1042	408	a	f
10136	19	1043	1401	a	f
10137	25	18	944	a	f
10138	1042	18	944	a	f
10139	1043	18	944	a	f
10140	25	19	407	i	f
10141	1042	19	409	i	f
10142	1043	19	1400	i	f
10143	18	23	77	e	f
10144	23	18	78	e	f
10152	1082	1114	2024	i	f
10153	1082	1184	1174	i	f
10154	1083	1186	1370	i	f
10156	1114	1082	2029	a	f
10157	1114	1083	1316	a	f
10158	1114	1184	2028	i	f
10159	1184	1082	1178	a	f
10160	1184	1083	2019	a	f
10161	1184	1114	2027	a	f
10163	1186	1083	1419	a	f
10191	16	25	2971	a	f
10196	16	1043	2971	a	f
10201	16	1042	2971	a	f
10204	1042	1042	668	i	f
10205	1043	1043	669	i	f
10206	1083	1083	1968	i	f
10207	1114	1114	1961	i	f
10208	1184	1184	1967	i	f
10209	1186	1186	1200	i	f
10213	1700	1700	1703	i	f
10214	114	3802	0	a	i
10215	3802	114	0	a	i
10216	3802	16	3556	e	f
10217	3802	1700	3449	e	f
10218	3802	21	3450	e	f
10219	3802	23	3451	e	f
10220	3802	20	3452	e	f
10221	3802	700	3453	e	f
10222	3802	701	2580	e	f
""",
    "pg_am": r"""
2	heap	3	t
403	btree	330	i
""",
    "pg_opclass": r"""
1978	403	int4_ops	11	10	1976	23	t	0
1979	403	int2_ops	11	10	1976	21	t	0
1981	403	oid_ops	11	10	1989	26	t	0
3122	403	date_ops	11	10	434	1082	t	0
3123	403	float8_ops	11	10	1970	701	t	0
3124	403	int8_ops	11	10	1976	20	t	0
3125	403	numeric_ops	11	10	1988	1700	t	0
3126	403	text_ops	11	10	1994	25	t	0
3127	403	timestamptz_ops	11	10	434	1184	t	0
3128	403	timestamp_ops	11	10	434	1114	t	0
4217	403	text_pattern_ops	11	10	2095	25	f	0
4218	403	varchar_pattern_ops	11	10	2095	25	f	0
4219	403	bpchar_pattern_ops	11	10	2097	1042	f	0
10000	403	array_ops	11	10	397	2277	t	0
10003	403	bool_ops	11	10	424	16	t	0
10004	403	bpchar_ops	11	10	426	1042	t	0
10006	403	bytea_ops	11	10	428	17	t	0
10007	403	char_ops	11	10	429	18	t	0
10012	403	float4_ops	11	10	1970	700	t	0
10022	403	interval_ops	11	10	1982	1186	t	0
10028	403	name_ops	11	10	1994	19	t	2275
10032	403	oidvector_ops	11	10	1991	30	t	0
10034	403	record_ops	11	10	2994	2249	t	0
10036	403	record_image_ops	11	10	3194	2249	f	0
10038	403	time_ops	11	10	1996	1083	t	0
10044	403	varchar_ops	11	10	1994	25	f	0
10065	403	uuid_ops	11	10	2968	2950	t	0
10088	403	jsonb_ops	11	10	4033	3802	t	0
""",
    "pg_opfamily": r"""
397	403	array_ops	11	10
424	403	bool_ops	11	10
426	403	bpchar_ops	11	10
428	403	bytea_ops	11	10
429	403	char_ops	11	10
434	403	datetime_ops	11	10
1970	403	float_ops	11	10
1976	403	integer_ops	11	10
1982	403	interval_ops	11	10
1988	403	numeric_ops	11	10
1989	403	oid_ops	11	10
1991	403	oidvector_ops	11	10
1994	403	text_ops	11	10
1996	403	time_ops	11	10
2095	403	text_pattern_ops	11	10
2097	403	bpchar_pattern_ops	11	10
2968	403	uuid_ops	11	10
2994	403	record_ops	11	10
3194	403	record_image_ops	11	10
4033	403	jsonb_ops	11	10
""",
    "pg_amop": r"""
10000	1976	21	21	1	s	95	403	0
10001	1976	21	21	2	s	522	403	0
10002	1976	21	21	3	s	94	403	0
10003	1976	21	21	4	s	524	403	0
10004	1976	21	21	5	s	520	403	0
10005	1976	21	23	1	s	534	403	0
10006	1976	21	23	2	s	540	403	0
10007	1976	21	23	3	s	532	403	0
10008	1976	21	23	4	s	542	403	0
10009	1976	21	23	5	s	536	403	0
10010	1976	21	20	1	s	1864	403	0
10011	1976	21	20	2	s	1866	403	0
10012	1976	21	20	3	s	1862	403	0
10013	1976	21	20	4	s	1867	403	0
10014	1976	21	20	5	s	1865	403	0
10015	1976	23	23	1	s	97	403	0
10016	1976	23	23	2	s	523	403	0
10017	1976	23	23	3	s	96	403	0
10018	1976	23	23	4	s	525	403	0
10019	1976	23	23	5	s	521	403	0
10020	1976	23	21	1	s	535	403	0
10021	1976	23	21	2	s	541	403	0
10022	1976	23	21	3	s	533	403	0
10023	1976	23	21	4	s	543	403	0
10024	1976	23	21	5	s	537	403	0
10025	1976	23	20	1	s	37	403	0
10026	1976	23	20	2	s	80	403	0
10027	1976	23	20	3	s	15	403	0
10028	1976	23	20	4	s	82	403	0
10029	1976	23	20	5	s	76	403	0
10030	1976	20	20	1	s	412	403	0
10031	1976	20	20	2	s	414	403	0
10032	1976	20	20	3	s	410	403	0
10033	1976	20	20	4	s	415	403	0
10034	1976	20	20	5	s	413	403	0
10035	1976	20	21	1	s	1870	403	0
10036	1976	20	21	2	s	1872	403	0
10037	1976	20	21	3	s	1868	403	0
10038	1976	20	21	4	s	1873	403	0
10039	1976	20	21	5	s	1871	403	0
10040	1976	20	23	1	s	418	403	0
10041	1976	20	23	2	s	420	403	0
10042	1976	20	23	3	s	416	403	0
10043	1976	20	23	4	s	430	403	0
10044	1976	20	23	5	s	419	403	0
10045	1989	26	26	1	s	609	403	0
10046	1989	26	26	2	s	611	403	0
10047	1989	26	26	3	s	607	403	0
10048	1989	26	26	4	s	612	403	0
10049	1989	26	26	5	s	610	403	0
10060	1991	30	30	1	s	645	403	0
10061	1991	30	30	2	s	647	403	0
10062	1991	30	30	3	s	649	403	0
10063	1991	30	30	4	s	648	403	0
10064	1991	30	30	5	s	646	403	0
10065	1970	700	700	1	s	622	403	0
10066	1970	700	700	2	s	624	403	0
10067	1970	700	700	3	s	620	403	0
10068	1970	700	700	4	s	625	403	0
10069	1970	700	700	5	s	623	403	0
10070	1970	700	701	1	s	1122	403	0
10071	1970	700	701	2	s	1124	403	0
10072	1970	700	701	3	s	1120	403	0
10073	1970	700	701	4	s	1125	403	0
10074	1970	700	701	5	s	1123	403	0
10075	1970	701	701	1	s	672	403	0
10076	1970	701	701	2	s	673	403	0
10077	1970	701	701	3	s	670	403	0
10078	1970	701	701	4	s	675	403	0
10079	1970	701	701	5	s	674	403	0
10080	1970	701	700	1	s	1132	403	0
10081	1970	701	700	2	s	1134	403	0
10082	1970	701	700	3	s	1130	403	0
10083	1970	701	700	4	s	1135	403	0
10084	1970	701	700	5	s	1133	403	0
10085	429	18	18	1	s	631	403	0
10086	429	18	18	2	s	632	403	0
10087	429	18	18	3	s	92	403	0
10088	429	18	18	4	s	634	403	0
10089	429	18	18	5	s	633	403	0
10090	1994	25	25	1	s	664	403	0
10091	1994	25	25	2	s	665	403	0
10092	1994	25	25	3	s	98	403	0
10093	1994	25	25	4	s	667	403	0
10094	1994	25	25	5	s	666	403	0
10095	1994	19	19	1	s	660	403	0
10096	1994	19	19	2	s	661	403	0
10097	1994	19	19	3	s	93	403	0
10098	1994	19	19	4	s	663	403	0
10099	1994	19	19	5	s	662	403	0
10100	1994	19	25	1	s	255	403	0
10101	1994	19	25	2	s	256	403	0
10102	1994	19	25	3	s	254	403	0
10103	1994	19	25	4	s	257	403	0
10104	1994	19	25	5	s	258	403	0
10105	1994	25	19	1	s	261	403	0
10106	1994	25	19	2	s	262	403	0
10107	1994	25	19	3	s	260	403	0
10108	1994	25	19	4	s	263	403	0
10109	1994	25	19	5	s	264	403	0
10110	426	1042	1042	1	s	1058	403	0
10111	426	1042	1042	2	s	1059	403	0
10112	426	1042	1042	3	s	1054	403	0
10113	426	1042	1042	4	s	1061	403	0
10114	426	1042	1042	5	s	1060	403	0
10115	428	17	17	1	s	1957	403	0
10116	428	17	17	2	s	1958	403	0
10117	428	17	17	3	s	1955	403	0
10118	428	17	17	4	s	1960	403	0
10119	428	17	17	5	s	1959	403	0
10120	434	1082	1082	1	s	1095	403	0
10121	434	1082	1082	2	s	1096	403	0
10122	434	1082	1082	3	s	1093	403	0
10123	434	1082	1082	4	s	1098	403	0
10124	434	1082	1082	5	s	1097	403	0
10125	434	1082	1114	1	s	2345	403	0
10126	434	1082	1114	2	s	2346	403	0
10127	434	1082	1114	3	s	2347	403	0
10128	434	1082	1114	4	s	2348	403	0
10129	434	1082	1114	5	s	2349	403	0
10130	434	1082	1184	1	s	2358	403	0
10131	434	1082	1184	2	s	2359	403	0
10132	434	1082	1184	3	s	2360	403	0
10133	434	1082	1184	4	s	2361	403	0
10134	434	1082	1184	5	s	2362	403	0
10135	434	1114	1114	1	s	2062	403	0
10136	434	1114	1114	2	s	2063	403	0
10137	434	1114	1114	3	s	2060	403	0
10138	434	1114	1114	4	s	2065	403	0
10139	434	1114	1114	5	s	2064	403	0
10140	434	1114	1082	1	s	2371	403	0
10141	434	1114	1082	2	s	2372	403	0
10142	434	1114	1082	3	s	2373	403	0
10143	434	1114	1082	4	s	2374	403	0
10144	434	1114	1082	5	s	2375	403	0
10145	434	1114	1184	1	s	2534	403	0
10146	434	1114	1184	2	s	2535	403	0
10147	434	1114	1184	3	s	2536	403	0
10148	434	1114	1184	4	s	2537	403	0
10149	434	1114	1184	5	s	2538	403	0
10150	434	1184	1184	1	s	1322	403	0
10151	434	1184	1184	2	s	1323	403	0
10152	434	1184	1184	3	s	1320	403	0
10153	434	1184	1184	4	s	1325	403	0
10154	434	1184	1184	5	s	1324	403	0
10155	434	1184	1082	1	s	2384	403	0
10156	434	1184	1082	2	s	2385	403	0
10157	434	1184	1082	3	s	2386	403	0
10158	434	1184	1082	4	s	2387	403	0
10159	434	1184	1082	5	s	2388	403	0
10160	434	1184	1114	1	s	2540	403	0
10161	434	1184	1114	2	s	2541	403	0
10162	434	1184	1114	3	s	2542	403	0
10163	434	1184	1114	4	s	2543	403	0
10164	434	1184	1114	5	s	2544	403	0
10165	1996	1083	1083	1	s	1110	403	0
10166	1996	1083	1083	2	s	1111	403	0
10167	1996	1083	1083	3	s	1108	403	0
10168	1996	1083	1083	4	s	1113	403	0
10169	1996	1083	1083	5	s	1112	403	0
10175	1982	1186	1186	1	s	1332	403	0
10176	1982	1186	1186	2	s	1333	403	0
10177	1982	1186	1186	3	s	1330	403	0
10178	1982	1186	1186	4	s	1335	403	0
10179	1982	1186	1186	5	s	1334	403	0
10195	1988	1700	1700	1	s	1754	403	0
10196	1988	1700	1700	2	s	1755	403	0
10197	1988	1700	1700	3	s	1752	403	0
10198	1988	1700	1700	4	s	1757	403	0
10199	1988	1700	1700	5	s	1756	403	0
10200	424	16	16	1	s	58	403	0
10201	424	16	16	2	s	1694	403	0
10202	424	16	16	3	s	91	403	0
10203	424	16	16	4	s	1695	403	0
10204	424	16	16	5	s	59	403	0
10215	2095	25	25	1	s	2314	403	0
10216	2095	25	25	2	s	2315	403	0
10217	2095	25	25	3	s	98	403	0
10218	2095	25	25	4	s	2317	403	0
10219	2095	25	25	5	s	2318	403	0
10220	2097	1042	1042	1	s	2326	403	0
10221	2097	1042	1042	2	s	2327	403	0
10222	2097	1042	1042	3	s	1054	403	0
10223	2097	1042	1042	4	s	2329	403	0
10224	2097	1042	1042	5	s	2330	403	0
10230	397	2277	2277	1	s	1072	403	0
10231	397	2277	2277	2	s	1074	403	0
10232	397	2277	2277	3	s	1070	403	0
10233	397	2277	2277	4	s	1075	403	0
10234	397	2277	2277	5	s	1073	403	0
10235	2994	2249	2249	1	s	2990	403	0
10236	2994	2249	2249	2	s	2992	403	0
10237	2994	2249	2249	3	s	2988	403	0
10238	2994	2249	2249	4	s	2993	403	0
10239	2994	2249	2249	5	s	2991	403	0
10240	3194	2249	2249	1	s	3190	403	0
10241	3194	2249	2249	2	s	3192	403	0
10242	3194	2249	2249	3	s	3188	403	0
10243	3194	2249	2249	4	s	3193	403	0
10244	3194	2249	2249	5	s	3191	403	0
10245	2968	2950	2950	1	s	2974	403	0
10246	2968	2950	2950	2	s	2976	403	0
10247	2968	2950	2950	3	s	2972	403	0
10248	2968	2950	2950	4	s	2977	403	0
10249	2968	2950	2950	5	s	2975	403	0
10450	4033	3802	3802	1	s	3242	403	0
10451	4033	3802	3802	2	s	3244	403	0
10452	4033	3802	3802	3	s	3240	403	0
10453	4033	3802	3802	4	s	3245	403	0
10454	4033	3802	3802	5	s	3243	403	0
""",
    "pg_language": r"""
12	internal	10	f	f	0	0	2246	\N
13	c	10	f	f	0	0	2247	\N
14	sql	10	f	t	0	0	2248	\N
""",
    "pg_collation": r"""
100	default	11	10	d	t	-1	\N	\N	\N	\N
950	C	11	10	c	t	-1	C	C	\N	\N
951	POSIX	11	10	c	t	-1	POSIX	POSIX	\N	\N
""",
    "pg_ts_config": r"""
3748	simple	11	10	3722
13152	arabic	11	10	3722
13154	armenian	11	10	3722
13156	basque	11	10	3722
13158	catalan	11	10	3722
13160	danish	11	10	3722
13162	dutch	11	10	3722
13164	english	11	10	3722
13166	finnish	11	10	3722
13168	french	11	10	3722
13170	german	11	10	3722
13172	greek	11	10	3722
13174	hindi	11	10	3722
13176	hungarian	11	10	3722
13178	indonesian	11	10	3722
13180	irish	11	10	3722
13182	italian	11	10	3722
13184	lithuanian	11	10	3722
13186	nepali	11	10	3722
13188	norwegian	11	10	3722
13190	portuguese	11	10	3722
13192	romanian	11	10	3722
13194	russian	11	10	3722
13196	serbian	11	10	3722
13198	spanish	11	10	3722
13200	swedish	11	10	3722
13202	tamil	11	10	3722
13204	turkish	11	10	3722
13206	yiddish	11	10	3722
""",
    "pg_ts_dict": r"""
3765	simple	11	10	3727	\N
13151	arabic_stem	11	10	13150	language = 'arabic'
13153	armenian_stem	11	10	13150	language = 'armenian'
13155	basque_stem	11	10	13150	language = 'basque'
13157	catalan_stem	11	10	13150	language = 'catalan'
13159	danish_stem	11	10	13150	language = 'danish', stopwords = 'danish'
13161	dutch_stem	11	10	13150	language = 'dutch', stopwords = 'dutch'
13163	english_stem	11	10	13150	language = 'english', stopwords = 'english'
13165	finnish_stem	11	10	13150	language = 'finnish', stopwords = 'finnish'
13167	french_stem	11	10	13150	language = 'french', stopwords = 'french'
13169	german_stem	11	10	13150	language = 'german', stopwords = 'german'
13171	greek_stem	11	10	13150	language = 'greek'
13173	hindi_stem	11	10	13150	language = 'hindi'
13175	hungarian_stem	11	10	13150	language = 'hungarian', stopwords = 'hungarian'
13177	indonesian_stem	11	10	13150	language = 'indonesian'
13179	irish_stem	11	10	13150	language = 'irish'
13181	italian_stem	11	10	13150	language = 'italian', stopwords = 'italian'
13183	lithuanian_stem	11	10	13150	language = 'lithuanian'
13185	nepali_stem	11	10	13150	language = 'nepali', stopwords = 'nepali'
13187	norwegian_stem	11	10	13150	language = 'norwegian', stopwords = 'norwegian'
13189	portuguese_stem	11	10	13150	language = 'portuguese', stopwords = 'portuguese'
13191	romanian_stem	11	10	13150	language = 'romanian'
13193	russian_stem	11	10	13150	language = 'russian', stopwords = 'russian'
13195	serbian_stem	11	10	13150	language = 'serbian'
13197	spanish_stem	11	10	13150	language = 'spanish', stopwords = 'spanish'
13199	swedish_stem	11	10	13150	language = 'swedish', stopwords = 'swedish'
13201	tamil_stem	11	10	13150	language = 'tamil'
13203	turkish_stem	11	10	13150	language = 'turkish', stopwords = 'turkish'
13205	yiddish_stem	11	10	13150	language = 'yiddish'
""",
    "pg_tablespace": r"""
1663	pg_default	10	\N	\N
1664	pg_global	10	\N	\N
""",
    "pg_description": r"""
16	1247	0	boolean, 'true'/'false'
17	1247	0	variable-length string, binary values escaped
18	1247	0	single character
19	1247	0	63-byte type for storing system identifiers
20	1247	0	~18 digit integer, 8-byte storage
21	1247	0	-32 thousand to 32 thousand, 2-byte storage
22	1247	0	array of int2, used in system tables
23	1247	0	-2 billion to 2 billion integer, 4-byte storage
24	1247	0	registered procedure
25	1247	0	variable-length string, no limit specified
26	1247	0	object identifier(oid), maximum 4 billion
27	1247	0	(block, offset), physical location of tuple
28	1247	0	transaction id
29	1247	0	command identifier type, sequence in transaction id
30	1247	0	array of oids, used in system tables
114	1247	0	JSON stored as text
142	1247	0	XML content
194	1247	0	string representing an internal node tree
600	1247	0	geometric point '(x, y)'
601	1247	0	geometric line segment '(pt1,pt2)'
602	1247	0	geometric path '(pt1,...)'
603	1247	0	geometric box '(lower left,upper right)'
604	1247	0	geometric polygon '(pt1,...)'
628	1247	0	geometric line
650	1247	0	network IP address/netmask, network address
700	1247	0	single-precision floating point number, 4-byte storage
701	1247	0	double-precision floating point number, 8-byte storage
705	1247	0	pseudo-type representing an undetermined type
718	1247	0	geometric circle '(center,radius)'
774	1247	0	XX:XX:XX:XX:XX:XX:XX:XX, MAC address
790	1247	0	monetary amounts, $d,ddd.cc
829	1247	0	XX:XX:XX:XX:XX:XX, MAC address
869	1247	0	IP address/netmask, host address, netmask optional
1033	1247	0	access control list
1042	1247	0	char(length), blank-padded string, fixed storage length
1043	1247	0	varchar(length), non-blank-padded string, variable storage length
1082	1247	0	date
1083	1247	0	time of day
1114	1247	0	date and time
1184	1247	0	date and time with time zone
1186	1247	0	@ <number> <units>, time interval
1266	1247	0	time of day with time zone
1560	1247	0	fixed-length bit string
1562	1247	0	variable-length bit string
1700	1247	0	numeric(precision, decimal), arbitrary precision number
1790	1247	0	reference to cursor (portal name)
2202	1247	0	registered procedure (with args)
2203	1247	0	registered operator
2204	1247	0	registered operator (with args)
2205	1247	0	registered class
2206	1247	0	registered type
2249	1247	0	pseudo-type representing any composite type
2275	1247	0	C-style string
2276	1247	0	pseudo-type representing any type
2277	1247	0	pseudo-type representing a polymorphic array type
2278	1247	0	pseudo-type for the result of a function with no real result
2281	1247	0	pseudo-type representing an internal data structure
2283	1247	0	pseudo-type representing a polymorphic base type
2776	1247	0	pseudo-type representing a polymorphic base type that is not an array
2950	1247	0	UUID datatype
2970	1247	0	txid snapshot
3220	1247	0	PostgreSQL LSN datatype
3614	1247	0	text representation for text search
3615	1247	0	query representation for text search
3642	1247	0	GiST index internal text representation for text search
3734	1247	0	registered text search configuration
3769	1247	0	registered text search dictionary
3802	1247	0	Binary JSON
4072	1247	0	JSON path
4089	1247	0	registered namespace
4096	1247	0	registered role
4191	1247	0	registered collation
5038	1247	0	snapshot
5069	1247	0	full transaction id
5077	1247	0	pseudo-type representing a polymorphic common type
5078	1247	0	pseudo-type representing an array of polymorphic common type elements
3	1255	0	row-oriented heap table access method handler
31	1255	0	I/O
33	1255	0	I/O
34	1255	0	I/O
35	1255	0	I/O
38	1255	0	I/O
39	1255	0	I/O
40	1255	0	I/O
41	1255	0	I/O
42	1255	0	I/O
43	1255	0	I/O
44	1255	0	I/O
45	1255	0	I/O
46	1255	0	I/O
47	1255	0	I/O
48	1255	0	I/O
49	1255	0	I/O
50	1255	0	I/O
51	1255	0	I/O
52	1255	0	I/O
53	1255	0	I/O
54	1255	0	I/O
55	1255	0	I/O
56	1255	0	implementation of < operator
57	1255	0	implementation of > operator
60	1255	0	implementation of = operator
61	1255	0	implementation of = operator
62	1255	0	implementation of = operator
63	1255	0	implementation of = operator
64	1255	0	implementation of < operator
65	1255	0	implementation of = operator
66	1255	0	implementation of < operator
67	1255	0	implementation of = operator
70	1255	0	implementation of <> operator
72	1255	0	implementation of <= operator
73	1255	0	implementation of > operator
74	1255	0	implementation of >= operator
77	1255	0	convert char to int4
78	1255	0	convert int4 to char
79	1255	0	implementation of ~ operator
84	1255	0	implementation of <> operator
89	1255	0	PostgreSQL version string
101	1255	0	restriction selectivity of = and related operators
102	1255	0	restriction selectivity of <> and related operators
103	1255	0	restriction selectivity of < and related operators on scalar datatypes
104	1255	0	restriction selectivity of > and related operators on scalar datatypes
105	1255	0	join selectivity of = and related operators
106	1255	0	join selectivity of <> and related operators
107	1255	0	join selectivity of < and related operators on scalar datatypes
108	1255	0	join selectivity of > and related operators on scalar datatypes
109	1255	0	I/O
110	1255	0	I/O
117	1255	0	I/O
118	1255	0	I/O
119	1255	0	I/O
120	1255	0	I/O
121	1255	0	I/O
122	1255	0	I/O
123	1255	0	I/O
124	1255	0	I/O
141	1255	0	implementation of * operator
144	1255	0	implementation of <> operator
145	1255	0	implementation of <> operator
146	1255	0	implementation of > operator
147	1255	0	implementation of > operator
148	1255	0	implementation of <= operator
149	1255	0	implementation of <= operator
150	1255	0	implementation of >= operator
151	1255	0	implementation of >= operator
152	1255	0	implementation of * operator
153	1255	0	implementation of / operator
154	1255	0	implementation of / operator
155	1255	0	implementation of % operator
156	1255	0	implementation of % operator
157	1255	0	implementation of <> operator
158	1255	0	implementation of = operator
159	1255	0	implementation of = operator
160	1255	0	implementation of < operator
161	1255	0	implementation of < operator
162	1255	0	implementation of > operator
163	1255	0	implementation of > operator
164	1255	0	implementation of <> operator
165	1255	0	implementation of <> operator
166	1255	0	implementation of <= operator
167	1255	0	implementation of <= operator
168	1255	0	implementation of >= operator
169	1255	0	implementation of >= operator
170	1255	0	implementation of * operator
171	1255	0	implementation of * operator
172	1255	0	implementation of / operator
173	1255	0	implementation of / operator
176	1255	0	implementation of + operator
177	1255	0	implementation of + operator
178	1255	0	implementation of + operator
179	1255	0	implementation of + operator
180	1255	0	implementation of - operator
181	1255	0	implementation of - operator
182	1255	0	implementation of - operator
183	1255	0	implementation of - operator
184	1255	0	implementation of = operator
185	1255	0	implementation of <> operator
195	1255	0	I/O
196	1255	0	I/O
197	1255	0	I/O
198	1255	0	I/O
200	1255	0	I/O
201	1255	0	I/O
202	1255	0	implementation of * operator
203	1255	0	implementation of / operator
204	1255	0	implementation of + operator
205	1255	0	implementation of - operator
206	1255	0	implementation of - operator
207	1255	0	implementation of @ operator
208	1255	0	aggregate transition function
209	1255	0	larger of two
211	1255	0	smaller of two
212	1255	0	implementation of - operator
213	1255	0	implementation of - operator
214	1255	0	I/O
215	1255	0	I/O
216	1255	0	implementation of * operator
217	1255	0	implementation of / operator
218	1255	0	implementation of + operator
219	1255	0	implementation of - operator
220	1255	0	implementation of - operator
221	1255	0	implementation of @ operator
222	1255	0	aggregate transition function
223	1255	0	larger of two
224	1255	0	smaller of two
228	1255	0	round to nearest integer
229	1255	0	truncate to integer
230	1255	0	implementation of |/ operator
231	1255	0	implementation of ||/ operator
232	1255	0	implementation of ^ operator
233	1255	0	natural exponential (e^x)
234	1255	0	natural logarithm
235	1255	0	convert int2 to float8
236	1255	0	convert int2 to float4
237	1255	0	convert float8 to int2
238	1255	0	convert float4 to int2
240	1255	0	implementation of = operator
241	1255	0	implementation of < operator
242	1255	0	implementation of <= operator
243	1255	0	implementation of >= operator
244	1255	0	implementation of > operator
245	1255	0	implementation of <> operator
246	1255	0	less-equal-greater
247	1255	0	implementation of = operator
248	1255	0	implementation of < operator
249	1255	0	implementation of <= operator
250	1255	0	implementation of >= operator
251	1255	0	implementation of > operator
252	1255	0	implementation of <> operator
253	1255	0	less-equal-greater
266	1255	0	concatenate name and oid
274	1255	0	current date and time - increments during transactions
275	1255	0	return the next oid for a system table
276	1255	0	aggregate combine function
279	1255	0	implementation of * operator
280	1255	0	implementation of / operator
281	1255	0	implementation of + operator
282	1255	0	implementation of - operator
283	1255	0	implementation of * operator
284	1255	0	implementation of / operator
285	1255	0	implementation of + operator
286	1255	0	implementation of - operator
287	1255	0	implementation of = operator
288	1255	0	implementation of <> operator
289	1255	0	implementation of < operator
290	1255	0	implementation of <= operator
291	1255	0	implementation of > operator
292	1255	0	implementation of >= operator
293	1255	0	implementation of = operator
294	1255	0	implementation of <> operator
295	1255	0	implementation of < operator
296	1255	0	implementation of <= operator
297	1255	0	implementation of > operator
298	1255	0	implementation of >= operator
299	1255	0	implementation of = operator
300	1255	0	implementation of <> operator
301	1255	0	implementation of < operator
302	1255	0	implementation of <= operator
303	1255	0	implementation of > operator
304	1255	0	implementation of >= operator
305	1255	0	implementation of = operator
306	1255	0	implementation of <> operator
307	1255	0	implementation of < operator
308	1255	0	implementation of <= operator
309	1255	0	implementation of > operator
310	1255	0	implementation of >= operator
311	1255	0	convert float4 to float8
312	1255	0	convert float8 to float4
313	1255	0	convert int2 to int4
314	1255	0	convert int4 to int2
315	1255	0	Is JIT compilation available in this session?
316	1255	0	convert int4 to float8
317	1255	0	convert float8 to int4
318	1255	0	convert int4 to float4
319	1255	0	convert float4 to int4
320	1255	0	bucket number of operand in equal-width histogram
321	1255	0	I/O
322	1255	0	I/O
323	1255	0	I/O
324	1255	0	I/O
329	1255	0	hash
330	1255	0	btree index access method handler
331	1255	0	hash index access method handler
332	1255	0	gist index access method handler
333	1255	0	gin index access method handler
334	1255	0	spgist index access method handler
335	1255	0	brin index access method handler
336	1255	0	restriction selectivity of <= and related operators on scalar datatypes
337	1255	0	restriction selectivity of >= and related operators on scalar datatypes
338	1255	0	validate an operator class
347	1255	0	I/O
348	1255	0	I/O
350	1255	0	less-equal-greater
351	1255	0	less-equal-greater
354	1255	0	less-equal-greater
355	1255	0	less-equal-greater
356	1255	0	less-equal-greater
358	1255	0	less-equal-greater
359	1255	0	less-equal-greater
360	1255	0	less-equal-greater
376	1255	0	split delimited text, with null string
378	1255	0	append element onto end of array
379	1255	0	prepend element onto front of array
382	1255	0	less-equal-greater
383	1255	0	implementation of || operator
384	1255	0	concatenate array elements, using delimiter and null string, into text
386	1255	0	join selectivity of <= and related operators on scalar datatypes
390	1255	0	implementation of <> operator
391	1255	0	implementation of < operator
392	1255	0	implementation of > operator
393	1255	0	implementation of <= operator
394	1255	0	split delimited text
395	1255	0	concatenate array elements, using delimiter, into text
396	1255	0	implementation of >= operator
398	1255	0	join selectivity of >= and related operators on scalar datatypes
400	1255	0	hash
401	1255	0	convert char(n) to text
404	1255	0	less-equal-greater
406	1255	0	convert name to text
407	1255	0	convert text to name
408	1255	0	convert name to char(n)
409	1255	0	convert char(n) to name
425	1255	0	hash
432	1255	0	hash
436	1255	0	I/O
437	1255	0	I/O
438	1255	0	count the number of NULL arguments
440	1255	0	count the number of non-NULL arguments
441	1255	0	hash
442	1255	0	hash
443	1255	0	hash
444	1255	0	hash
445	1255	0	hash
446	1255	0	hash
447	1255	0	hash
448	1255	0	hash
449	1255	0	hash
450	1255	0	hash
451	1255	0	hash
452	1255	0	hash
453	1255	0	hash
454	1255	0	hash
455	1255	0	hash
457	1255	0	hash
458	1255	0	larger of two
459	1255	0	smaller of two
460	1255	0	I/O
461	1255	0	I/O
462	1255	0	implementation of - operator
463	1255	0	implementation of + operator
464	1255	0	implementation of - operator
465	1255	0	implementation of * operator
466	1255	0	implementation of / operator
467	1255	0	implementation of = operator
468	1255	0	implementation of <> operator
469	1255	0	implementation of < operator
470	1255	0	implementation of > operator
471	1255	0	implementation of <= operator
472	1255	0	implementation of >= operator
474	1255	0	implementation of = operator
475	1255	0	implementation of <> operator
476	1255	0	implementation of < operator
477	1255	0	implementation of > operator
478	1255	0	implementation of <= operator
479	1255	0	implementation of >= operator
480	1255	0	convert int8 to int4
481	1255	0	convert int4 to int8
482	1255	0	convert int8 to float8
483	1255	0	convert float8 to int8
515	1255	0	larger of two
516	1255	0	smaller of two
619	1255	0	implementation of <> operator
626	1255	0	hash
636	1255	0	test property of an index access method
637	1255	0	test property of an index
638	1255	0	test property of an index column
652	1255	0	convert int8 to float4
653	1255	0	convert float4 to int8
655	1255	0	implementation of < operator
656	1255	0	implementation of <= operator
657	1255	0	implementation of > operator
658	1255	0	implementation of >= operator
659	1255	0	implementation of <> operator
668	1255	0	adjust char() to typmod length
669	1255	0	adjust varchar() to typmod length
676	1255	0	return name of given index build phase
677	1255	0	implementation of < operator
678	1255	0	implementation of <= operator
679	1255	0	implementation of = operator
680	1255	0	implementation of >= operator
681	1255	0	implementation of > operator
710	1255	0	deprecated, use current_user instead
714	1255	0	convert int8 to int2
715	1255	0	large object create
716	1255	0	implementation of < operator
717	1255	0	implementation of <= operator
720	1255	0	octet length
721	1255	0	get byte
722	1255	0	set byte
723	1255	0	get bit
724	1255	0	set bit
740	1255	0	implementation of < operator
741	1255	0	implementation of <= operator
742	1255	0	implementation of > operator
743	1255	0	implementation of >= operator
744	1255	0	implementation of = operator
745	1255	0	current user name
746	1255	0	session user name
747	1255	0	array dimensions
748	1255	0	number of array dimensions
749	1255	0	substitute portion of string
750	1255	0	I/O
751	1255	0	I/O
752	1255	0	substitute portion of string
754	1255	0	convert int2 to int8
764	1255	0	large object import
765	1255	0	large object export
766	1255	0	increment
767	1255	0	large object import
768	1255	0	larger of two
769	1255	0	smaller of two
770	1255	0	larger of two
771	1255	0	smaller of two
776	1255	0	hash
777	1255	0	hash
780	1255	0	hash
782	1255	0	hash
810	1255	0	encoding name of current database
817	1255	0	get the currently executing query
837	1255	0	implementation of + operator
838	1255	0	implementation of - operator
839	1255	0	implementation of * operator
840	1255	0	implementation of / operator
841	1255	0	implementation of + operator
842	1255	0	less-equal-greater
846	1255	0	implementation of * operator
847	1255	0	implementation of / operator
849	1255	0	position of substring
850	1255	0	implementation of ~~ operator
851	1255	0	implementation of !~~ operator
852	1255	0	implementation of = operator
853	1255	0	implementation of <> operator
854	1255	0	implementation of < operator
855	1255	0	implementation of > operator
856	1255	0	implementation of <= operator
857	1255	0	implementation of >= operator
858	1255	0	implementation of ~~ operator
859	1255	0	implementation of !~~ operator
860	1255	0	convert char to char(n)
861	1255	0	name of the current database
864	1255	0	implementation of * operator
865	1255	0	implementation of / operator
866	1255	0	implementation of * operator
867	1255	0	implementation of / operator
868	1255	0	position of substring
870	1255	0	lowercase
871	1255	0	uppercase
872	1255	0	capitalize each word
873	1255	0	left-pad string to length
874	1255	0	right-pad string to length
875	1255	0	trim selected characters from left end of string
876	1255	0	trim selected characters from right end of string
877	1255	0	extract portion of string
878	1255	0	map a set of characters appearing in string
879	1255	0	left-pad string to length
880	1255	0	right-pad string to length
881	1255	0	trim spaces from left end of string
882	1255	0	trim spaces from right end of string
883	1255	0	extract portion of string
884	1255	0	trim selected characters from both ends of string
885	1255	0	trim spaces from both ends of string
886	1255	0	I/O
887	1255	0	I/O
894	1255	0	implementation of + operator
895	1255	0	implementation of - operator
896	1255	0	implementation of * operator
897	1255	0	implementation of / operator
898	1255	0	larger of two
899	1255	0	smaller of two
910	1255	0	I/O
911	1255	0	I/O
936	1255	0	extract portion of string
937	1255	0	extract portion of string
938	1255	0	non-persistent series generator
939	1255	0	non-persistent series generator
940	1255	0	modulus
941	1255	0	modulus
942	1255	0	implementation of - operator
943	1255	0	implementation of * operator
944	1255	0	convert text to char
945	1255	0	implementation of % operator
946	1255	0	convert char to text
947	1255	0	modulus
948	1255	0	implementation of / operator
949	1255	0	hash
952	1255	0	large object open
953	1255	0	large object close
954	1255	0	large object read
955	1255	0	large object write
956	1255	0	large object seek
957	1255	0	large object create
958	1255	0	large object position
964	1255	0	large object unlink (delete)
972	1255	0	hash
1004	1255	0	truncate large object
1026	1255	0	adjust timestamp to new time zone
1031	1255	0	I/O
1032	1255	0	I/O
1035	1255	0	add/update ACL item
1036	1255	0	remove ACL item
1037	1255	0	contains
1039	1255	0	encoding name of current database
1044	1255	0	I/O
1045	1255	0	I/O
1046	1255	0	I/O
1047	1255	0	I/O
1048	1255	0	implementation of = operator
1049	1255	0	implementation of < operator
1050	1255	0	implementation of <= operator
1051	1255	0	implementation of > operator
1052	1255	0	implementation of >= operator
1053	1255	0	implementation of <> operator
1062	1255	0	implementation of = operator
1063	1255	0	larger of two
1064	1255	0	smaller of two
1065	1255	0	view two-phase transactions
1066	1255	0	non-persistent series generator
1067	1255	0	non-persistent series generator
1068	1255	0	non-persistent series generator
1069	1255	0	non-persistent series generator
1078	1255	0	less-equal-greater
1079	1255	0	convert text to regclass
1080	1255	0	hash
1081	1255	0	format a type oid and atttypmod to canonical SQL
1084	1255	0	I/O
1085	1255	0	I/O
1086	1255	0	implementation of = operator
1087	1255	0	implementation of < operator
1088	1255	0	implementation of <= operator
1089	1255	0	implementation of > operator
1090	1255	0	implementation of >= operator
1091	1255	0	implementation of <> operator
1092	1255	0	less-equal-greater
1102	1255	0	implementation of < operator
1103	1255	0	implementation of <= operator
1104	1255	0	implementation of > operator
1105	1255	0	implementation of >= operator
1106	1255	0	implementation of <> operator
1107	1255	0	less-equal-greater
1136	1255	0	statistics: information about WAL activity
1137	1255	0	get wal replay pause state
1138	1255	0	larger of two
1139	1255	0	smaller of two
1140	1255	0	implementation of - operator
1141	1255	0	implementation of + operator
1142	1255	0	implementation of - operator
1143	1255	0	I/O
1144	1255	0	I/O
1145	1255	0	implementation of = operator
1150	1255	0	I/O
1151	1255	0	I/O
1152	1255	0	implementation of = operator
1153	1255	0	implementation of <> operator
1154	1255	0	implementation of < operator
1155	1255	0	implementation of <= operator
1156	1255	0	implementation of >= operator
1157	1255	0	implementation of > operator
1158	1255	0	convert UNIX epoch to timestamptz
1159	1255	0	adjust timestamp to new time zone
1160	1255	0	I/O
1161	1255	0	I/O
1162	1255	0	implementation of = operator
1163	1255	0	implementation of <> operator
1164	1255	0	implementation of < operator
1165	1255	0	implementation of <= operator
1166	1255	0	implementation of >= operator
1167	1255	0	implementation of > operator
1168	1255	0	implementation of - operator
1169	1255	0	implementation of + operator
1170	1255	0	implementation of - operator
1171	1255	0	extract field from timestamp with time zone
1172	1255	0	extract field from interval
1174	1255	0	convert date to timestamp with time zone
1175	1255	0	promote groups of 24 hours to numbers of days
1176	1255	0	convert date and time to timestamp with time zone
1178	1255	0	convert timestamp with time zone to date
1188	1255	0	implementation of - operator
1189	1255	0	implementation of + operator
1190	1255	0	implementation of - operator
1191	1255	0	array subscripts generator
1192	1255	0	array subscripts generator
1193	1255	0	array constructor with value
1194	1255	0	base 10 logarithm
1195	1255	0	smaller of two
1196	1255	0	larger of two
1197	1255	0	smaller of two
1198	1255	0	larger of two
1199	1255	0	date difference preserving months and years
1200	1255	0	adjust interval precision
1215	1255	0	get description for object id and catalog name
1216	1255	0	get description for table column
1217	1255	0	truncate timestamp with time zone to specified units
1218	1255	0	truncate interval to specified units
1219	1255	0	increment
1230	1255	0	implementation of @ operator
1236	1255	0	larger of two
1237	1255	0	smaller of two
1238	1255	0	implementation of ~* operator
1239	1255	0	implementation of !~* operator
1240	1255	0	implementation of ~* operator
1241	1255	0	implementation of !~* operator
1242	1255	0	I/O
1243	1255	0	I/O
1244	1255	0	I/O
1245	1255	0	I/O
1246	1255	0	implementation of < operator
1251	1255	0	implementation of @ operator
1252	1255	0	implementation of !~ operator
1253	1255	0	implementation of @ operator
1254	1255	0	implementation of ~ operator
1256	1255	0	implementation of !~ operator
1257	1255	0	length
1258	1255	0	implementation of || operator
1264	1255	0	convert encoding name to encoding id
1267	1255	0	I/O
1268	1255	0	parse qualified identifier to array of identifiers
1269	1255	0	bytes required to store the value, perhaps with compression
1272	1255	0	implementation of + operator
1274	1255	0	implementation of + operator
1275	1255	0	implementation of - operator
1276	1255	0	implementation of * operator
1277	1255	0	implementation of / operator
1278	1255	0	implementation of + operator
1279	1255	0	implementation of - operator
1280	1255	0	implementation of * operator
1281	1255	0	implementation of / operator
1282	1255	0	quote an identifier for usage in a querystring
1283	1255	0	quote a literal for usage in a querystring
1284	1255	0	truncate timestamp with time zone to specified units in specified time zone
1285	1255	0	quote a data value for usage in a querystring
1286	1255	0	array constructor with value
1287	1255	0	convert int8 to oid
1288	1255	0	convert oid to int8
1289	1255	0	quote a possibly-null literal for usage in a querystring
1290	1255	0	quote a possibly-null data value for usage in a querystring
1295	1255	0	promote groups of 30 days to numbers of months
1296	1255	0	implementation of + operator
1298	1255	0	implementation of + operator
1299	1255	0	current transaction time
1303	1255	0	join selectivity for containment comparison operators
1304	1255	0	intervals overlap?
1305	1255	0	intervals overlap?
1306	1255	0	intervals overlap?
1307	1255	0	intervals overlap?
1308	1255	0	intervals overlap?
1309	1255	0	intervals overlap?
1310	1255	0	intervals overlap?
1311	1255	0	intervals overlap?
1312	1255	0	I/O
1313	1255	0	I/O
1314	1255	0	less-equal-greater
1315	1255	0	less-equal-greater
1316	1255	0	convert timestamp to time
1317	1255	0	length
1318	1255	0	character length
1319	1255	0	implementation of = operator
1326	1255	0	implementation of / operator
1339	1255	0	base 10 logarithm
1340	1255	0	base 10 logarithm
1341	1255	0	natural logarithm
1342	1255	0	round to nearest integer
1343	1255	0	truncate to integer
1344	1255	0	square root
1345	1255	0	cube root
1346	1255	0	exponentiation
1347	1255	0	natural exponential (e^x)
1348	1255	0	deprecated, use two-argument form instead
1349	1255	0	print type names of oidvector field
1350	1255	0	I/O
1351	1255	0	I/O
1365	1255	0	make ACL item
1367	1255	0	character length
1368	1255	0	exponentiation
1369	1255	0	character length
1370	1255	0	convert time to interval
1371	1255	0	view system lock information
1372	1255	0	character length
1373	1255	0	finite date?
1374	1255	0	octet length
1375	1255	0	octet length
1376	1255	0	factorial
1377	1255	0	larger of two
1378	1255	0	smaller of two
1379	1255	0	larger of two
1380	1255	0	smaller of two
1381	1255	0	character length
1384	1255	0	extract field from date
1385	1255	0	extract field from time
1386	1255	0	date difference from today preserving months and years
1387	1255	0	constraint description
1389	1255	0	finite timestamp?
1390	1255	0	finite interval?
1391	1255	0	statistics: start time for current backend session
1393	1255	0	statistics: port number of client connected to backend
1394	1255	0	absolute value
1395	1255	0	absolute value
1396	1255	0	absolute value
1397	1255	0	absolute value
1398	1255	0	absolute value
1400	1255	0	convert varchar to name
1401	1255	0	convert name to varchar
1402	1255	0	current schema name
1403	1255	0	current schema search list
1404	1255	0	substitute portion of string
1405	1255	0	substitute portion of string
1419	1255	0	convert interval to time
1427	1255	0	I/O
1450	1255	0	I/O
1451	1255	0	I/O
1481	1255	0	base 10 logarithm
1490	1255	0	I/O
1491	1255	0	I/O
1564	1255	0	I/O
1565	1255	0	I/O
1569	1255	0	matches LIKE expression
1570	1255	0	does not match LIKE expression
1571	1255	0	matches LIKE expression
1572	1255	0	does not match LIKE expression
1573	1255	0	source text of a rule
1574	1255	0	sequence next value
1575	1255	0	sequence current value
1576	1255	0	set sequence value
1579	1255	0	I/O
1580	1255	0	I/O
1597	1255	0	convert encoding id to encoding name
1598	1255	0	random value
1599	1255	0	set random seed
1600	1255	0	arcsine
1601	1255	0	arccosine
1602	1255	0	arctangent
1603	1255	0	arctangent, two arguments
1604	1255	0	sine
1605	1255	0	cosine
1606	1255	0	tangent
1607	1255	0	cotangent
1608	1255	0	radians to degrees
1609	1255	0	degrees to radians
1610	1255	0	PI
1618	1255	0	implementation of * operator
1619	1255	0	type of the argument
1620	1255	0	convert first char to int4
1621	1255	0	convert int4 to char
1622	1255	0	replicate string n times
1623	1255	0	convert SQL regexp pattern to POSIX style
1624	1255	0	implementation of * operator
1631	1255	0	implementation of ~~ operator
1632	1255	0	implementation of !~~ operator
1633	1255	0	implementation of ~~* operator
1634	1255	0	implementation of !~~* operator
1635	1255	0	implementation of ~~* operator
1636	1255	0	implementation of !~~* operator
1637	1255	0	convert LIKE pattern to use backslash escapes
1638	1255	0	implementation of > operator
1639	1255	0	implementation of >= operator
1640	1255	0	select statement of a view
1641	1255	0	select statement of a view
1642	1255	0	role name by OID (with fallback)
1643	1255	0	index description
1656	1255	0	implementation of ~* operator
1657	1255	0	implementation of !~* operator
1658	1255	0	implementation of ~ operator
1659	1255	0	implementation of !~ operator
1660	1255	0	implementation of ~~* operator
1661	1255	0	implementation of !~~* operator
1662	1255	0	trigger description
1665	1255	0	name of sequence for a serial column
1673	1255	0	implementation of & operator
1674	1255	0	implementation of | operator
1675	1255	0	implementation of # operator
1677	1255	0	implementation of << operator
1678	1255	0	implementation of >> operator
1686	1255	0	list of SQL keywords
1688	1255	0	hash
1689	1255	0	convert ACL item array to table, primarily for use by information schema
1690	1255	0	implementation of - operator
1691	1255	0	implementation of <= operator
1692	1255	0	implementation of >= operator
1693	1255	0	less-equal-greater
1697	1255	0	hash
1701	1255	0	I/O
1702	1255	0	I/O
1703	1255	0	adjust numeric to typmod precision/scale
1704	1255	0	implementation of @ operator
1705	1255	0	absolute value
1706	1255	0	sign of value
1707	1255	0	value rounded to 'scale'
1708	1255	0	value rounded to 'scale' of zero
1709	1255	0	value truncated to 'scale'
1710	1255	0	value truncated to 'scale' of zero
1711	1255	0	nearest integer >= value
1712	1255	0	nearest integer <= value
1713	1255	0	length of string in specified encoding
1714	1255	0	convert string with specified source encoding name
1716	1255	0	deparse an encoded expression
1717	1255	0	convert string with specified destination encoding name
1718	1255	0	implementation of = operator
1719	1255	0	implementation of <> operator
1720	1255	0	implementation of > operator
1721	1255	0	implementation of >= operator
1722	1255	0	implementation of < operator
1723	1255	0	implementation of <= operator
1724	1255	0	implementation of + operator
1725	1255	0	implementation of - operator
1726	1255	0	implementation of * operator
1727	1255	0	implementation of / operator
1728	1255	0	modulus
1729	1255	0	implementation of % operator
1730	1255	0	square root
1731	1255	0	square root
1732	1255	0	natural exponential (e^x)
1733	1255	0	natural exponential (e^x)
1734	1255	0	natural logarithm
1735	1255	0	natural logarithm
1736	1255	0	logarithm base m of n
1737	1255	0	logarithm base m of n
1738	1255	0	exponentiation
1739	1255	0	implementation of ^ operator
1740	1255	0	convert int4 to numeric
1741	1255	0	base 10 logarithm
1742	1255	0	convert float4 to numeric
1743	1255	0	convert float8 to numeric
1744	1255	0	convert numeric to int4
1745	1255	0	convert numeric to float4
1746	1255	0	convert numeric to float8
1747	1255	0	implementation of + operator
1748	1255	0	implementation of - operator
1749	1255	0	implementation of + operator
1750	1255	0	implementation of - operator
1764	1255	0	increment by one
1765	1255	0	set sequence value and is_called status
1766	1255	0	smaller of two
1767	1255	0	larger of two
1768	1255	0	format interval to text
1769	1255	0	less-equal-greater
1770	1255	0	format timestamp with time zone to text
1771	1255	0	implementation of - operator
1772	1255	0	format numeric to text
1773	1255	0	format int4 to text
1774	1255	0	format int8 to text
1775	1255	0	format float4 to text
1776	1255	0	format float8 to text
1777	1255	0	convert text to numeric
1778	1255	0	convert text to timestamp with time zone
1779	1255	0	convert numeric to int8
1780	1255	0	convert text to date
1781	1255	0	convert int8 to numeric
1782	1255	0	convert int2 to numeric
1783	1255	0	convert numeric to int2
1798	1255	0	I/O
1799	1255	0	I/O
1810	1255	0	length in bits
1811	1255	0	length in bits
1813	1255	0	convert string with specified encoding names
1814	1255	0	restriction selectivity of ILIKE
1815	1255	0	restriction selectivity of NOT ILIKE
1816	1255	0	join selectivity of ILIKE
1817	1255	0	join selectivity of NOT ILIKE
1818	1255	0	restriction selectivity of regex match
1819	1255	0	restriction selectivity of LIKE
1820	1255	0	restriction selectivity of case-insensitive regex match
1821	1255	0	restriction selectivity of regex non-match
1822	1255	0	restriction selectivity of NOT LIKE
1823	1255	0	restriction selectivity of case-insensitive regex non-match
1824	1255	0	join selectivity of regex match
1825	1255	0	join selectivity of LIKE
1826	1255	0	join selectivity of case-insensitive regex match
1827	1255	0	join selectivity of regex non-match
1828	1255	0	join selectivity of NOT LIKE
1829	1255	0	join selectivity of case-insensitive regex non-match
1830	1255	0	aggregate final function
1831	1255	0	aggregate final function
1832	1255	0	aggregate final function
1833	1255	0	aggregate transition function
1834	1255	0	aggregate transition function
1835	1255	0	aggregate transition function
1836	1255	0	aggregate transition function
1837	1255	0	aggregate final function
1838	1255	0	aggregate final function
1839	1255	0	aggregate final function
1840	1255	0	aggregate transition function
1841	1255	0	aggregate transition function
1842	1255	0	aggregate transition function
1843	1255	0	aggregate transition function
1844	1255	0	aggregate final function
1845	1255	0	encode text from DB encoding to ASCII text
1846	1255	0	encode text from encoding to ASCII text
1847	1255	0	encode text from encoding to ASCII text
1848	1255	0	implementation of + operator
1850	1255	0	implementation of = operator
1851	1255	0	implementation of <> operator
1852	1255	0	implementation of < operator
1853	1255	0	implementation of > operator
1854	1255	0	implementation of <= operator
1855	1255	0	implementation of >= operator
1856	1255	0	implementation of = operator
1857	1255	0	implementation of <> operator
1858	1255	0	implementation of < operator
1859	1255	0	implementation of > operator
1860	1255	0	implementation of <= operator
1861	1255	0	implementation of >= operator
1892	1255	0	implementation of & operator
1893	1255	0	implementation of | operator
1894	1255	0	implementation of # operator
1895	1255	0	implementation of ~ operator
1896	1255	0	implementation of << operator
1897	1255	0	implementation of >> operator
1898	1255	0	implementation of & operator
1899	1255	0	implementation of | operator
1900	1255	0	implementation of # operator
1901	1255	0	implementation of ~ operator
1902	1255	0	implementation of << operator
1903	1255	0	implementation of >> operator
1904	1255	0	implementation of & operator
1905	1255	0	implementation of | operator
1906	1255	0	implementation of # operator
1907	1255	0	implementation of ~ operator
1908	1255	0	implementation of << operator
1909	1255	0	implementation of >> operator
1910	1255	0	implementation of + operator
1911	1255	0	implementation of + operator
1912	1255	0	implementation of + operator
1913	1255	0	implementation of + operator
1914	1255	0	implementation of + operator
1915	1255	0	implementation of + operator
1922	1255	0	user privilege on relation by username, rel name
1923	1255	0	user privilege on relation by username, rel oid
1924	1255	0	user privilege on relation by user oid, rel name
1925	1255	0	user privilege on relation by user oid, rel oid
1926	1255	0	current user privilege on relation by rel name
1927	1255	0	current user privilege on relation by rel oid
1928	1255	0	statistics: number of scans done for table/index
1929	1255	0	statistics: number of tuples read by seqscan
1930	1255	0	statistics: number of tuples fetched by idxscan
1931	1255	0	statistics: number of tuples inserted
1932	1255	0	statistics: number of tuples updated
1933	1255	0	statistics: number of tuples deleted
1934	1255	0	statistics: number of blocks fetched
1935	1255	0	statistics: number of blocks found in cache
1936	1255	0	statistics: currently active backend IDs
1937	1255	0	statistics: PID of backend
1938	1255	0	statistics: database ID of backend
1939	1255	0	statistics: user ID of backend
1940	1255	0	statistics: current query of backend
1941	1255	0	statistics: number of backends in database
1942	1255	0	statistics: transactions committed
1943	1255	0	statistics: transactions rolled back
1944	1255	0	statistics: blocks fetched for database
1945	1255	0	statistics: blocks found in cache for database
1946	1255	0	convert bytea value into some ascii-only text string
1947	1255	0	convert ascii-encoded text string into bytea value
1948	1255	0	implementation of = operator
1949	1255	0	implementation of < operator
1950	1255	0	implementation of <= operator
1951	1255	0	implementation of > operator
1952	1255	0	implementation of >= operator
1953	1255	0	implementation of <> operator
1954	1255	0	less-equal-greater
1961	1255	0	adjust timestamp precision
1962	1255	0	aggregate transition function
1963	1255	0	aggregate transition function
1964	1255	0	aggregate final function
1965	1255	0	larger of two
1966	1255	0	smaller of two
1967	1255	0	adjust timestamptz precision
1968	1255	0	adjust time precision
1972	1255	0	statistics: number of tuples hot updated
1973	1255	0	trunc(x/y)
1980	1255	0	trunc(x/y)
1986	1255	0	convert SQL regexp pattern to POSIX style
1987	1255	0	convert SQL regexp pattern to POSIX style
1993	1255	0	get description for object id and shared catalog name
2003	1255	0	implementation of || operator
2004	1255	0	implementation of || operator
2005	1255	0	implementation of ~~ operator
2006	1255	0	implementation of !~~ operator
2007	1255	0	matches LIKE expression
2008	1255	0	does not match LIKE expression
2009	1255	0	convert LIKE pattern to use backslash escapes
2010	1255	0	octet length
2011	1255	0	implementation of || operator
2012	1255	0	extract portion of string
2013	1255	0	extract portion of string
2014	1255	0	position of substring
2015	1255	0	trim selected bytes from both ends of string
2019	1255	0	convert timestamp with time zone to time
2020	1255	0	truncate timestamp to specified units
2021	1255	0	extract field from timestamp
2022	1255	0	statistics: information about currently active backends
2024	1255	0	convert date to timestamp
2025	1255	0	convert date and time to timestamp
2026	1255	0	statistics: current backend PID
2027	1255	0	convert timestamp with time zone to timestamp
2028	1255	0	convert timestamp to timestamp with time zone
2029	1255	0	convert timestamp to date
2031	1255	0	implementation of - operator
2032	1255	0	implementation of + operator
2033	1255	0	implementation of - operator
2034	1255	0	configuration load time
2035	1255	0	smaller of two
2036	1255	0	larger of two
2039	1255	0	hash
2041	1255	0	intervals overlap?
2042	1255	0	intervals overlap?
2043	1255	0	intervals overlap?
2044	1255	0	intervals overlap?
2045	1255	0	less-equal-greater
2048	1255	0	finite timestamp?
2049	1255	0	format timestamp to text
2050	1255	0	maximum value of all anyarray input values
2051	1255	0	minimum value of all anyarray input values
2052	1255	0	implementation of = operator
2053	1255	0	implementation of <> operator
2054	1255	0	implementation of < operator
2055	1255	0	implementation of <= operator
2056	1255	0	implementation of >= operator
2057	1255	0	implementation of > operator
2058	1255	0	date difference preserving months and years
2059	1255	0	date difference from today preserving months and years
2069	1255	0	adjust timestamp to new time zone
2070	1255	0	adjust timestamp to new time zone
2071	1255	0	implementation of + operator
2072	1255	0	implementation of - operator
2073	1255	0	extract text matching regular expression
2074	1255	0	extract text matching SQL regular expression
2077	1255	0	SHOW X as a function
2078	1255	0	SET X as a function
2079	1255	0	is table visible in search path?
2080	1255	0	is type visible in search path?
2081	1255	0	is function visible in search path?
2082	1255	0	is operator visible in search path?
2083	1255	0	is opclass visible in search path?
2084	1255	0	SHOW ALL as a function
2085	1255	0	extract portion of string
2086	1255	0	extract portion of string
2087	1255	0	replace all occurrences in string of old_substr with new_substr
2088	1255	0	split string by field_sep and return field_num
2089	1255	0	convert int4 number to hex
2090	1255	0	convert int8 number to hex
2091	1255	0	array lower dimension
2092	1255	0	array upper dimension
2093	1255	0	is conversion visible in search path?
2094	1255	0	statistics: start time for current query of backend
2096	1255	0	terminate a server process
2098	1255	0	definition of a function
2100	1255	0	the average (arithmetic mean) as numeric of all bigint values
2101	1255	0	the average (arithmetic mean) as numeric of all integer values
2102	1255	0	the average (arithmetic mean) as numeric of all smallint values
2103	1255	0	the average (arithmetic mean) as numeric of all numeric values
2104	1255	0	the average (arithmetic mean) as float8 of all float4 values
2105	1255	0	the average (arithmetic mean) as float8 of all float8 values
2106	1255	0	the average (arithmetic mean) as interval of all interval values
2107	1255	0	sum as numeric across all bigint input values
2108	1255	0	sum as bigint across all integer input values
2109	1255	0	sum as bigint across all smallint input values
2110	1255	0	sum as float4 across all float4 input values
2111	1255	0	sum as float8 across all float8 input values
2113	1255	0	sum as interval across all interval input values
2114	1255	0	sum as numeric across all numeric input values
2115	1255	0	maximum value of all bigint input values
2116	1255	0	maximum value of all integer input values
2117	1255	0	maximum value of all smallint input values
2118	1255	0	maximum value of all oid input values
2119	1255	0	maximum value of all float4 input values
2120	1255	0	maximum value of all float8 input values
2121	1255	0	compression method for the compressed datum
2122	1255	0	maximum value of all date input values
2123	1255	0	maximum value of all time input values
2126	1255	0	maximum value of all timestamp input values
2127	1255	0	maximum value of all timestamp with time zone input values
2128	1255	0	maximum value of all interval input values
2129	1255	0	maximum value of all text input values
2130	1255	0	maximum value of all numeric input values
2131	1255	0	minimum value of all bigint input values
2132	1255	0	minimum value of all integer input values
2133	1255	0	minimum value of all smallint input values
2134	1255	0	minimum value of all oid input values
2135	1255	0	minimum value of all float4 input values
2136	1255	0	minimum value of all float8 input values
2137	1255	0	statistics: force stats to be flushed after the next commit
2138	1255	0	minimum value of all date input values
2139	1255	0	minimum value of all time input values
2142	1255	0	minimum value of all timestamp input values
2143	1255	0	minimum value of all timestamp with time zone input values
2144	1255	0	minimum value of all interval input values
2145	1255	0	minimum value of all text values
2146	1255	0	minimum value of all numeric input values
2147	1255	0	number of input rows for which the input expression is not null
2148	1255	0	historical alias for var_samp
2149	1255	0	historical alias for var_samp
2150	1255	0	historical alias for var_samp
2151	1255	0	historical alias for var_samp
2152	1255	0	historical alias for var_samp
2153	1255	0	historical alias for var_samp
2154	1255	0	historical alias for stddev_samp
2155	1255	0	historical alias for stddev_samp
2156	1255	0	historical alias for stddev_samp
2157	1255	0	historical alias for stddev_samp
2158	1255	0	historical alias for stddev_samp
2159	1255	0	historical alias for stddev_samp
2160	1255	0	implementation of ~<~ operator
2161	1255	0	implementation of ~<=~ operator
2162	1255	0	argument list of a function
2163	1255	0	implementation of ~>=~ operator
2164	1255	0	implementation of ~>~ operator
2165	1255	0	result type of a function
2166	1255	0	less-equal-greater
2167	1255	0	nearest integer >= value
2168	1255	0	total disk space usage for the specified database
2169	1255	0	exponentiation
2170	1255	0	bucket number of operand in equal-width histogram
2171	1255	0	cancel a server process' current query
2174	1255	0	implementation of ~<~ operator
2175	1255	0	implementation of ~<=~ operator
2176	1255	0	array length
2177	1255	0	implementation of ~>=~ operator
2178	1255	0	implementation of ~>~ operator
2180	1255	0	less-equal-greater
2181	1255	0	user privilege on sequence by username, seq name
2182	1255	0	user privilege on sequence by username, seq oid
2183	1255	0	user privilege on sequence by user oid, seq name
2184	1255	0	user privilege on sequence by user oid, seq oid
2185	1255	0	current user privilege on sequence by seq name
2186	1255	0	current user privilege on sequence by seq oid
2188	1255	0	less-equal-greater
2189	1255	0	less-equal-greater
2190	1255	0	less-equal-greater
2191	1255	0	less-equal-greater
2192	1255	0	less-equal-greater
2193	1255	0	less-equal-greater
2194	1255	0	less-equal-greater
2195	1255	0	less-equal-greater
2197	1255	0	client's port number for this connection
2199	1255	0	server's port number for this connection
2212	1255	0	I/O
2213	1255	0	I/O
2214	1255	0	I/O
2215	1255	0	I/O
2216	1255	0	I/O
2217	1255	0	I/O
2218	1255	0	I/O
2219	1255	0	I/O
2220	1255	0	I/O
2221	1255	0	I/O
2230	1255	0	statistics: discard current transaction's statistics snapshot
2232	1255	0	identity argument list of a function
2236	1255	0	bitwise-and smallint aggregate
2237	1255	0	bitwise-or smallint aggregate
2238	1255	0	bitwise-and integer aggregate
2239	1255	0	bitwise-or integer aggregate
2240	1255	0	bitwise-and bigint aggregate
2241	1255	0	bitwise-or bigint aggregate
2244	1255	0	maximum value of all bpchar input values
2245	1255	0	minimum value of all bpchar input values
2246	1255	0	(internal)
2247	1255	0	(internal)
2248	1255	0	(internal)
2250	1255	0	user privilege on database by username, database name
2251	1255	0	user privilege on database by username, database oid
2252	1255	0	user privilege on database by user oid, database name
2253	1255	0	user privilege on database by user oid, database oid
2254	1255	0	current user privilege on database by database name
2255	1255	0	current user privilege on database by database oid
2256	1255	0	user privilege on function by username, function name
2257	1255	0	user privilege on function by username, function oid
2258	1255	0	user privilege on function by user oid, function name
2259	1255	0	user privilege on function by user oid, function oid
2260	1255	0	current user privilege on function by function name
2261	1255	0	current user privilege on function by function oid
2262	1255	0	user privilege on language by username, language name
2263	1255	0	user privilege on language by username, language oid
2264	1255	0	user privilege on language by user oid, language name
2265	1255	0	user privilege on language by user oid, language oid
2266	1255	0	current user privilege on language by language name
2267	1255	0	current user privilege on language by language oid
2268	1255	0	user privilege on schema by username, schema name
2269	1255	0	user privilege on schema by username, schema oid
2270	1255	0	user privilege on schema by user oid, schema name
2271	1255	0	user privilege on schema by user oid, schema oid
2272	1255	0	current user privilege on schema by schema name
2273	1255	0	current user privilege on schema by schema oid
2274	1255	0	statistics: reset collected statistics for current database
2282	1255	0	information about all memory contexts of local backend
2284	1255	0	replace text using regexp
2285	1255	0	replace text using regexp
2286	1255	0	total disk space usage for the specified table and associated indexes
2288	1255	0	convert a long int to a human readable text using size units
2289	1255	0	convert generic options array to name/value table
2290	1255	0	I/O
2291	1255	0	I/O
2292	1255	0	I/O
2293	1255	0	I/O
2294	1255	0	I/O
2295	1255	0	I/O
2296	1255	0	I/O
2297	1255	0	I/O
2298	1255	0	I/O
2299	1255	0	I/O
2304	1255	0	I/O
2305	1255	0	I/O
2306	1255	0	statistics: information about SLRU caches
2307	1255	0	statistics: reset collected statistics for a single SLRU
2308	1255	0	nearest integer >= value
2309	1255	0	nearest integer <= value
2310	1255	0	sign of value
2311	1255	0	MD5 hash
2312	1255	0	I/O
2313	1255	0	I/O
2316	1255	0	(internal)
2319	1255	0	maximum octet length of a character in given encoding
2320	1255	0	nearest integer >= value
2321	1255	0	MD5 hash
2322	1255	0	total disk space usage for the specified tablespace
2323	1255	0	total disk space usage for the specified tablespace
2324	1255	0	total disk space usage for the specified database
2325	1255	0	disk space usage for the main fork of the specified table or index
2331	1255	0	expand array to set of rows
2332	1255	0	disk space usage for the specified fork of a table or index
2333	1255	0	aggregate transition function
2334	1255	0	aggregate final function
2335	1255	0	concatenate aggregate input into an array
2338	1255	0	implementation of < operator
2339	1255	0	implementation of <= operator
2340	1255	0	implementation of = operator
2341	1255	0	implementation of > operator
2342	1255	0	implementation of >= operator
2343	1255	0	implementation of <> operator
2344	1255	0	less-equal-greater
2351	1255	0	implementation of < operator
2352	1255	0	implementation of <= operator
2353	1255	0	implementation of = operator
2354	1255	0	implementation of > operator
2355	1255	0	implementation of >= operator
2356	1255	0	implementation of <> operator
2357	1255	0	less-equal-greater
2364	1255	0	implementation of < operator
2365	1255	0	implementation of <= operator
2366	1255	0	implementation of = operator
2367	1255	0	implementation of > operator
2368	1255	0	implementation of >= operator
2369	1255	0	implementation of <> operator
2370	1255	0	less-equal-greater
2377	1255	0	implementation of < operator
2378	1255	0	implementation of <= operator
2379	1255	0	implementation of = operator
2380	1255	0	implementation of > operator
2381	1255	0	implementation of >= operator
2382	1255	0	implementation of <> operator
2383	1255	0	less-equal-greater
2390	1255	0	user privilege on tablespace by username, tablespace name
2391	1255	0	user privilege on tablespace by username, tablespace oid
2392	1255	0	user privilege on tablespace by user oid, tablespace name
2393	1255	0	user privilege on tablespace by user oid, tablespace oid
2394	1255	0	current user privilege on tablespace by tablespace name
2395	1255	0	current user privilege on tablespace by tablespace oid
2398	1255	0	I/O
2399	1255	0	I/O
2400	1255	0	I/O
2401	1255	0	I/O
2402	1255	0	I/O
2403	1255	0	I/O
2404	1255	0	I/O
2405	1255	0	I/O
2406	1255	0	I/O
2407	1255	0	I/O
2408	1255	0	I/O
2409	1255	0	I/O
2410	1255	0	I/O
2411	1255	0	I/O
2412	1255	0	I/O
2413	1255	0	I/O
2414	1255	0	I/O
2415	1255	0	I/O
2416	1255	0	I/O
2417	1255	0	I/O
2418	1255	0	I/O
2419	1255	0	I/O
2420	1255	0	I/O
2421	1255	0	I/O
2422	1255	0	I/O
2423	1255	0	I/O
2424	1255	0	I/O
2425	1255	0	I/O
2426	1255	0	I/O
2427	1255	0	I/O
2428	1255	0	I/O
2429	1255	0	I/O
2430	1255	0	I/O
2431	1255	0	I/O
2432	1255	0	I/O
2433	1255	0	I/O
2434	1255	0	I/O
2435	1255	0	I/O
2436	1255	0	I/O
2437	1255	0	I/O
2438	1255	0	I/O
2439	1255	0	I/O
2440	1255	0	I/O
2441	1255	0	I/O
2442	1255	0	I/O
2443	1255	0	I/O
2444	1255	0	I/O
2445	1255	0	I/O
2446	1255	0	I/O
2447	1255	0	I/O
2448	1255	0	I/O
2449	1255	0	I/O
2450	1255	0	I/O
2451	1255	0	I/O
2452	1255	0	I/O
2453	1255	0	I/O
2454	1255	0	I/O
2455	1255	0	I/O
2456	1255	0	I/O
2457	1255	0	I/O
2458	1255	0	I/O
2459	1255	0	I/O
2460	1255	0	I/O
2461	1255	0	I/O
2462	1255	0	hyperbolic sine
2463	1255	0	hyperbolic cosine
2464	1255	0	hyperbolic tangent
2465	1255	0	inverse hyperbolic sine
2466	1255	0	inverse hyperbolic cosine
2467	1255	0	inverse hyperbolic tangent
2468	1255	0	I/O
2469	1255	0	I/O
2470	1255	0	I/O
2471	1255	0	I/O
2472	1255	0	I/O
2473	1255	0	I/O
2474	1255	0	I/O
2475	1255	0	I/O
2476	1255	0	I/O
2477	1255	0	I/O
2478	1255	0	I/O
2479	1255	0	I/O
2480	1255	0	I/O
2481	1255	0	I/O
2482	1255	0	I/O
2483	1255	0	I/O
2484	1255	0	I/O
2485	1255	0	I/O
2486	1255	0	I/O
2487	1255	0	I/O
2488	1255	0	I/O
2489	1255	0	I/O
2490	1255	0	I/O
2491	1255	0	I/O
2492	1255	0	I/O
2493	1255	0	I/O
2494	1255	0	I/O
2495	1255	0	I/O
2496	1255	0	I/O
2497	1255	0	I/O
2498	1255	0	I/O
2499	1255	0	I/O
2500	1255	0	I/O
2501	1255	0	I/O
2502	1255	0	I/O
2503	1255	0	I/O
2504	1255	0	source text of a rule with pretty-print option
2505	1255	0	select statement of a view with pretty-print option
2506	1255	0	select statement of a view with pretty-print option
2507	1255	0	index description (full create statement or single expression) with pretty-print option
2508	1255	0	constraint description with pretty-print option
2509	1255	0	deparse an encoded expression with pretty-print option
2510	1255	0	get the prepared statements for this session
2511	1255	0	get the open cursors for this session
2512	1255	0	aggregate final function
2513	1255	0	aggregate final function
2514	1255	0	aggregate final function
2515	1255	0	aggregate transition function
2516	1255	0	aggregate transition function
2517	1255	0	boolean-and aggregate
2518	1255	0	boolean-or aggregate
2519	1255	0	boolean-and aggregate
2520	1255	0	implementation of < operator
2521	1255	0	implementation of <= operator
2522	1255	0	implementation of = operator
2523	1255	0	implementation of > operator
2524	1255	0	implementation of >= operator
2525	1255	0	implementation of <> operator
2526	1255	0	less-equal-greater
2527	1255	0	implementation of < operator
2528	1255	0	implementation of <= operator
2529	1255	0	implementation of = operator
2530	1255	0	implementation of > operator
2531	1255	0	implementation of >= operator
2532	1255	0	implementation of <> operator
2533	1255	0	less-equal-greater
2546	1255	0	implementation of + operator
2548	1255	0	implementation of + operator
2549	1255	0	implementation of + operator
2550	1255	0	implementation of + operator
2556	1255	0	get OIDs of databases in a tablespace
2557	1255	0	convert int4 to boolean
2558	1255	0	convert boolean to int4
2559	1255	0	current value from last used sequence
2560	1255	0	postmaster start time
2561	1255	0	get array of PIDs of sessions blocking specified backend PID from acquiring a heavyweight lock
2580	1255	0	convert jsonb to float8
2596	1255	0	aggregate final function
2597	1255	0	I/O
2599	1255	0	get the available time zone abbreviations
2621	1255	0	reload configuration files
2622	1255	0	rotate log file
2623	1255	0	get information about file
2624	1255	0	read text from a file
2625	1255	0	list all files in a directory
2626	1255	0	sleep for the specified time in seconds
2630	1255	0	implementation of + operator
2632	1255	0	implementation of - operator
2641	1255	0	sample variance of bigint input values (square of the sample standard deviation)
2642	1255	0	sample variance of integer input values (square of the sample standard deviation)
2643	1255	0	sample variance of smallint input values (square of the sample standard deviation)
2644	1255	0	sample variance of float4 input values (square of the sample standard deviation)
2645	1255	0	sample variance of float8 input values (square of the sample standard deviation)
2646	1255	0	sample variance of numeric input values (square of the sample standard deviation)
2647	1255	0	current transaction time
2648	1255	0	current statement time
2649	1255	0	current clock time
2705	1255	0	user privilege on role by username, role name
2706	1255	0	user privilege on role by username, role oid
2707	1255	0	user privilege on role by user oid, role name
2708	1255	0	user privilege on role by user oid, role oid
2709	1255	0	current user privilege on role by role name
2710	1255	0	current user privilege on role by role oid
2711	1255	0	promote groups of 24 hours to numbers of days and promote groups of 30 days to numbers of months
2712	1255	0	sample standard deviation of bigint input values
2713	1255	0	sample standard deviation of integer input values
2714	1255	0	sample standard deviation of smallint input values
2715	1255	0	sample standard deviation of float4 input values
2716	1255	0	sample standard deviation of float8 input values
2717	1255	0	sample standard deviation of numeric input values
2718	1255	0	population variance of bigint input values (square of the population standard deviation)
2719	1255	0	population variance of integer input values (square of the population standard deviation)
2720	1255	0	population variance of smallint input values (square of the population standard deviation)
2721	1255	0	population variance of float4 input values (square of the population standard deviation)
2722	1255	0	population variance of float8 input values (square of the population standard deviation)
2723	1255	0	population variance of numeric input values (square of the population standard deviation)
2724	1255	0	population standard deviation of bigint input values
2725	1255	0	population standard deviation of integer input values
2726	1255	0	population standard deviation of smallint input values
2727	1255	0	population standard deviation of float4 input values
2728	1255	0	population standard deviation of float8 input values
2729	1255	0	population standard deviation of numeric input values
2730	1255	0	trigger description with pretty-print option
2731	1255	0	arcsine, degrees
2732	1255	0	arccosine, degrees
2733	1255	0	arctangent, degrees
2734	1255	0	arctangent, two arguments, degrees
2735	1255	0	sine, degrees
2736	1255	0	cosine, degrees
2737	1255	0	tangent, degrees
2738	1255	0	cotangent, degrees
2739	1255	0	finish taking an online backup
2740	1255	0	aggregate serial function
2741	1255	0	aggregate deserial function
2746	1255	0	aggregate transition function
2747	1255	0	implementation of && operator
2748	1255	0	implementation of @> operator
2749	1255	0	implementation of <@ operator
2758	1255	0	statistics: tuples returned for database
2759	1255	0	statistics: tuples fetched for database
2760	1255	0	statistics: tuples inserted in database
2761	1255	0	statistics: tuples updated in database
2762	1255	0	statistics: tuples deleted in database
2763	1255	0	find match(es) for regexp
2764	1255	0	find match(es) for regexp
2765	1255	0	split string by pattern
2766	1255	0	split string by pattern
2767	1255	0	split string by pattern
2768	1255	0	split string by pattern
2769	1255	0	statistics: number of timed checkpoints started by the bgwriter
2770	1255	0	statistics: number of backend requested checkpoints started by the bgwriter
2771	1255	0	statistics: number of buffers written by the bgwriter during checkpoints
2772	1255	0	statistics: number of buffers written by the bgwriter for cleaning dirty buffers
2773	1255	0	statistics: number of times the bgwriter stopped processing when it had written too many buffers while cleaning
2775	1255	0	statistics: number of buffers written by backends
2777	1255	0	I/O
2778	1255	0	I/O
2781	1255	0	statistics: last manual vacuum time for a table
2782	1255	0	statistics: last auto vacuum time for a table
2783	1255	0	statistics: last manual analyze time for a table
2784	1255	0	statistics: last auto analyze time for a table
2785	1255	0	aggregate combine function
2786	1255	0	aggregate serial function
2787	1255	0	aggregate deserial function
2788	1255	0	statistics: wait event type on which backend is currently waiting
2795	1255	0	larger of two
2796	1255	0	smaller of two
2803	1255	0	number of input rows
2804	1255	0	increment, ignores second argument
2805	1255	0	aggregate transition function
2806	1255	0	aggregate transition function
2807	1255	0	aggregate final function
2808	1255	0	aggregate final function
2809	1255	0	aggregate final function
2810	1255	0	aggregate final function
2811	1255	0	aggregate final function
2812	1255	0	aggregate final function
2813	1255	0	aggregate final function
2814	1255	0	aggregate final function
2815	1255	0	aggregate final function
2816	1255	0	aggregate final function
2817	1255	0	aggregate final function
2818	1255	0	number of input rows in which both expressions are not null
2819	1255	0	sum of squares of the independent variable (sum(X^2) - sum(X)^2/N)
2820	1255	0	sum of squares of the dependent variable (sum(Y^2) - sum(Y)^2/N)
2821	1255	0	sum of products of independent times dependent variable (sum(X*Y) - sum(X) * sum(Y)/N)
2822	1255	0	average of the independent variable (sum(X)/N)
2823	1255	0	average of the dependent variable (sum(Y)/N)
2824	1255	0	square of the correlation coefficient
2825	1255	0	slope of the least-squares-fit linear equation determined by the (X, Y) pairs
2826	1255	0	y-intercept of the least-squares-fit linear equation determined by the (X, Y) pairs
2827	1255	0	population covariance
2828	1255	0	sample covariance
2829	1255	0	correlation coefficient
2844	1255	0	statistics: block read time, in milliseconds
2845	1255	0	statistics: block write time, in milliseconds
2853	1255	0	statistics: wait event on which backend is currently waiting
2854	1255	0	get OID of current session's temp schema, if any
2855	1255	0	is schema another session's temp schema?
2856	1255	0	get the available time zone names
2857	1255	0	statistics: start time for backend's current transaction
2858	1255	0	aggregate transition function
2859	1255	0	statistics: number of buffer allocations
2878	1255	0	statistics: number of live tuples
2879	1255	0	statistics: number of dead tuples
2880	1255	0	obtain exclusive advisory lock
2881	1255	0	obtain shared advisory lock
2882	1255	0	obtain exclusive advisory lock if available
2883	1255	0	obtain shared advisory lock if available
2884	1255	0	release exclusive advisory lock
2885	1255	0	release shared advisory lock
2886	1255	0	obtain exclusive advisory lock
2887	1255	0	obtain shared advisory lock
2888	1255	0	obtain exclusive advisory lock if available
2889	1255	0	obtain shared advisory lock if available
2890	1255	0	release exclusive advisory lock
2891	1255	0	release shared advisory lock
2892	1255	0	release all advisory locks
2893	1255	0	I/O
2894	1255	0	I/O
2898	1255	0	I/O
2899	1255	0	I/O
2900	1255	0	aggregate transition function
2902	1255	0	I/O typmod
2903	1255	0	I/O typmod
2904	1255	0	I/O typmod
2905	1255	0	I/O typmod
2906	1255	0	I/O typmod
2907	1255	0	I/O typmod
2908	1255	0	I/O typmod
2909	1255	0	I/O typmod
2910	1255	0	I/O typmod
2911	1255	0	I/O typmod
2912	1255	0	I/O typmod
2913	1255	0	I/O typmod
2914	1255	0	I/O typmod
2915	1255	0	I/O typmod
2916	1255	0	I/O typmod
2917	1255	0	I/O typmod
2918	1255	0	I/O typmod
2919	1255	0	I/O typmod
2920	1255	0	I/O typmod
2921	1255	0	I/O typmod
2939	1255	0	I/O
2940	1255	0	I/O
2941	1255	0	I/O
2942	1255	0	I/O
2943	1255	0	get current transaction ID
2952	1255	0	I/O
2953	1255	0	I/O
2954	1255	0	implementation of < operator
2955	1255	0	implementation of <= operator
2956	1255	0	implementation of = operator
2957	1255	0	implementation of >= operator
2958	1255	0	implementation of > operator
2959	1255	0	implementation of <> operator
2960	1255	0	less-equal-greater
2961	1255	0	I/O
2962	1255	0	I/O
2963	1255	0	hash
2971	1255	0	convert boolean to text
2978	1255	0	statistics: number of function calls
2979	1255	0	statistics: total execution time of function, in milliseconds
2980	1255	0	statistics: self execution time of function, in milliseconds
2981	1255	0	implementation of = operator
2982	1255	0	implementation of <> operator
2983	1255	0	implementation of < operator
2984	1255	0	implementation of > operator
2985	1255	0	implementation of <= operator
2986	1255	0	implementation of >= operator
2987	1255	0	less-equal-greater
2997	1255	0	disk space usage for the specified table, including TOAST, free space and visibility map
2998	1255	0	disk space usage for all indexes attached to the specified table
2999	1255	0	filenode identifier of relation
3000	1255	0	user privilege on foreign data wrapper by username, foreign data wrapper name
3001	1255	0	user privilege on foreign data wrapper by username, foreign data wrapper oid
3002	1255	0	user privilege on foreign data wrapper by user oid, foreign data wrapper name
3003	1255	0	user privilege on foreign data wrapper by user oid, foreign data wrapper oid
3004	1255	0	current user privilege on foreign data wrapper by foreign data wrapper name
3005	1255	0	current user privilege on foreign data wrapper by foreign data wrapper oid
3006	1255	0	user privilege on server by username, server name
3007	1255	0	user privilege on server by username, server oid
3008	1255	0	user privilege on server by user oid, server name
3009	1255	0	user privilege on server by user oid, server oid
3010	1255	0	current user privilege on server by server name
3011	1255	0	current user privilege on server by server oid
3012	1255	0	user privilege on column by username, rel name, col name
3013	1255	0	user privilege on column by username, rel name, col attnum
3014	1255	0	user privilege on column by username, rel oid, col name
3015	1255	0	user privilege on column by username, rel oid, col attnum
3016	1255	0	user privilege on column by user oid, rel name, col name
3017	1255	0	user privilege on column by user oid, rel name, col attnum
3018	1255	0	user privilege on column by user oid, rel oid, col name
3019	1255	0	user privilege on column by user oid, rel oid, col attnum
3020	1255	0	current user privilege on column by rel name, col name
3021	1255	0	current user privilege on column by rel name, col attnum
3022	1255	0	current user privilege on column by rel oid, col name
3023	1255	0	current user privilege on column by rel oid, col attnum
3024	1255	0	user privilege on any column by username, rel name
3025	1255	0	user privilege on any column by username, rel oid
3026	1255	0	user privilege on any column by user oid, rel name
3027	1255	0	user privilege on any column by user oid, rel oid
3028	1255	0	current user privilege on any column by rel name
3029	1255	0	current user privilege on any column by rel oid
3034	1255	0	file path of relation
3035	1255	0	get the channels that the current backend listens to
3036	1255	0	send a notification event
3037	1255	0	statistics: number of scans done for table/index in current transaction
3038	1255	0	statistics: number of tuples read by seqscan in current transaction
3039	1255	0	statistics: number of tuples fetched by idxscan in current transaction
3040	1255	0	statistics: number of tuples inserted in current transaction
3041	1255	0	statistics: number of tuples updated in current transaction
3042	1255	0	statistics: number of tuples deleted in current transaction
3043	1255	0	statistics: number of tuples hot updated in current transaction
3044	1255	0	statistics: number of blocks fetched in current transaction
3045	1255	0	statistics: number of blocks found in cache in current transaction
3046	1255	0	statistics: number of function calls in current transaction
3047	1255	0	statistics: total execution time of function in current transaction, in milliseconds
3048	1255	0	statistics: self execution time of function in current transaction, in milliseconds
3051	1255	0	determine if a string is well formed XML
3052	1255	0	determine if a string is well formed XML document
3053	1255	0	determine if a string is well formed XML content
3054	1255	0	statistics: number of manual vacuums for a table
3055	1255	0	statistics: number of auto vacuums for a table
3056	1255	0	statistics: number of manual analyzes for a table
3057	1255	0	statistics: number of auto analyzes for a table
3058	1255	0	concatenate values
3059	1255	0	concatenate values with separators
3060	1255	0	extract the first n characters
3061	1255	0	extract the last n characters
3062	1255	0	reverse text
3063	1255	0	statistics: number of backend buffer writes that did their own fsync
3065	1255	0	statistics: recovery conflicts in database caused by drop tablespace
3066	1255	0	statistics: recovery conflicts in database caused by relation lock
3067	1255	0	statistics: recovery conflicts in database caused by snapshot expiry
3068	1255	0	statistics: recovery conflicts in database caused by shared buffer pin
3069	1255	0	statistics: recovery conflicts in database caused by buffer deadlock
3070	1255	0	statistics: recovery conflicts in database
3071	1255	0	pause wal replay
3072	1255	0	resume wal replay, if it was paused
3073	1255	0	true if wal replay is paused
3074	1255	0	statistics: last reset for a database
3075	1255	0	statistics: last reset for the bgwriter
3078	1255	0	sequence parameters, for use by information schema
3082	1255	0	list available extensions
3083	1255	0	list available extension versions
3084	1255	0	list an extension's version update paths
3086	1255	0	flag an extension's table contents to be emitted by pg_dump
3089	1255	0	obtain exclusive advisory lock
3090	1255	0	obtain shared advisory lock
3091	1255	0	obtain exclusive advisory lock if available
3092	1255	0	obtain shared advisory lock if available
3093	1255	0	obtain exclusive advisory lock
3094	1255	0	obtain shared advisory lock
3095	1255	0	obtain exclusive advisory lock if available
3096	1255	0	obtain shared advisory lock if available
3099	1255	0	statistics: information about currently active replication
3100	1255	0	row number within partition
3101	1255	0	integer rank with gaps
3102	1255	0	integer rank without gaps
3103	1255	0	fractional rank within partition
3104	1255	0	fractional row number within partition
3105	1255	0	split rows into N groups
3106	1255	0	fetch the preceding row value
3107	1255	0	fetch the Nth preceding row value
3108	1255	0	fetch the Nth preceding row value with default
3109	1255	0	fetch the following row value
3110	1255	0	fetch the Nth following row value
3111	1255	0	fetch the Nth following row value with default
3112	1255	0	fetch the first row value
3113	1255	0	fetch the last row value
3114	1255	0	fetch the Nth row value
3120	1255	0	I/O
3121	1255	0	I/O
3138	1255	0	user privilege on type by username, type name
3139	1255	0	user privilege on type by username, type oid
3140	1255	0	user privilege on type by user oid, type name
3141	1255	0	user privilege on type by user oid, type oid
3142	1255	0	current user privilege on type by type name
3143	1255	0	current user privilege on type by type oid
3150	1255	0	statistics: number of temporary files written
3151	1255	0	statistics: number of bytes in temporary files written
3152	1255	0	statistics: deadlocks detected in database
3153	1255	0	map array to json
3154	1255	0	map array to json with optional pretty printing
3155	1255	0	map row to json
3156	1255	0	map row to json with optional pretty printing
3159	1255	0	select statement of a view with pretty-printing and specified line wrapping
3160	1255	0	statistics: checkpoint time spent writing buffers to disk, in milliseconds
3161	1255	0	statistics: checkpoint time spent synchronizing buffers to disk, in milliseconds
3162	1255	0	collation of the argument; implementation of the COLLATION FOR expression
3163	1255	0	current trigger depth
3166	1255	0	convert a numeric to a human readable text using size units
3167	1255	0	remove any occurrences of an element from an array
3168	1255	0	replace any occurrences of an element in an array
3169	1255	0	restriction selectivity for range operators
3170	1255	0	large object seek (64 bit)
3171	1255	0	large object position (64 bit)
3172	1255	0	truncate large object (64 bit)
3173	1255	0	json aggregate transition function
3174	1255	0	json aggregate final function
3175	1255	0	aggregate input into json
3176	1255	0	map input to json
3177	1255	0	statistics: number of tuples changed since last analyze
3178	1255	0	aggregate final function
3179	1255	0	array cardinality
3180	1255	0	json object aggregate transition function
3181	1255	0	implementation of *= operator
3182	1255	0	implementation of *<> operator
3183	1255	0	implementation of *< operator
3184	1255	0	implementation of *> operator
3185	1255	0	implementation of *<= operator
3186	1255	0	implementation of *>= operator
3187	1255	0	less-equal-greater based on byte images
3195	1255	0	statistics: information about WAL archiver
3196	1255	0	json object aggregate final function
3197	1255	0	aggregate input into a json object
3198	1255	0	build a json array from any inputs
3199	1255	0	build an empty json array
3200	1255	0	build a json object from pairwise key/value inputs
3201	1255	0	build an empty json object
3202	1255	0	map text array of key value pairs to json object
3203	1255	0	map text arrays of keys and values to json object
3204	1255	0	get record fields from a json object
3205	1255	0	get set of records with fields from a json array of objects
3207	1255	0	length of jsonb array
3208	1255	0	key value pairs of a jsonb object
3209	1255	0	get record fields from a jsonb object
3210	1255	0	get the type of a jsonb value
3214	1255	0	implementation of ->> operator
3215	1255	0	implementation of -> operator
3216	1255	0	implementation of ->> operator
3217	1255	0	get value from jsonb with path elements
3218	1255	0	bucket number of operand given a sorted array of bucket lower bounds
3219	1255	0	elements of a jsonb array
3229	1255	0	I/O
3230	1255	0	I/O
3238	1255	0	I/O
3239	1255	0	I/O
3259	1255	0	non-persistent series generator
3260	1255	0	non-persistent series generator
3261	1255	0	remove object fields with null values from json
3262	1255	0	remove object fields with null values from jsonb
3263	1255	0	map text array of key value pairs to jsonb object
3264	1255	0	map text array of key value pairs to jsonb object
3265	1255	0	jsonb aggregate transition function
3266	1255	0	jsonb aggregate final function
3267	1255	0	aggregate input into jsonb
3268	1255	0	jsonb object aggregate transition function
3269	1255	0	jsonb object aggregate final function
3270	1255	0	aggregate inputs into jsonb object
3271	1255	0	build a jsonb array from any inputs
3272	1255	0	build an empty jsonb array
3273	1255	0	build a jsonb object from pairwise key/value inputs
3274	1255	0	build an empty jsonb object
3277	1255	0	returns an offset of value in array
3278	1255	0	returns an offset of value in array with start index
3279	1255	0	returns an array of offsets of some value in array
3281	1255	0	number of decimal digits in the fractional part
3293	1255	0	read text from a file
3294	1255	0	SHOW X as a function, optionally no error for missing variable
3295	1255	0	read bytea from a file
3296	1255	0	get the fraction of the asynchronous notification queue currently in use
3297	1255	0	list all files in a directory
3298	1255	0	row security for current context active on table by table oid
3299	1255	0	row security for current context active on table by table name
3301	1255	0	implementation of || operator
3302	1255	0	implementation of - operator
3303	1255	0	implementation of - operator
3304	1255	0	implementation of #- operator
3305	1255	0	Set part of a jsonb
3306	1255	0	Indented text from jsonb
3307	1255	0	get information about file
3309	1255	0	implementation of <> operator
3317	1255	0	statistics: information about WAL receiver
3318	1255	0	statistics: information about progress of backends running maintenance command
3324	1255	0	aggregate combine function
3325	1255	0	aggregate combine function
3329	1255	0	show config file settings
3334	1255	0	convert a size in human-readable format with size units into bytes
3335	1255	0	aggregate serial function
3336	1255	0	aggregate deserial function
3337	1255	0	aggregate combine function
3338	1255	0	aggregate combine function
3339	1255	0	aggregate serial function
3340	1255	0	aggregate deserial function
3341	1255	0	aggregate combine function
3342	1255	0	aggregate combine function
3343	1255	0	implementation of - operator
3344	1255	0	implementation of * operator
3345	1255	0	implementation of / operator
3348	1255	0	get current transaction ID
3352	1255	0	partition key description
3353	1255	0	list files in the log directory
3354	1255	0	list of files in the WAL directory
3360	1255	0	commit status of transaction
3376	1255	0	get array of PIDs of sessions blocking specified backend PID from acquiring a safe snapshot
3378	1255	0	isolationtester support function
3382	1255	0	get identification of SQL object for pg_get_object_address()
3387	1255	0	aggregate transition function
3388	1255	0	aggregate final function
3389	1255	0	aggregate final function
3390	1255	0	aggregate final function
3391	1255	0	aggregate final function
3392	1255	0	aggregate final function
3393	1255	0	aggregate final function
3396	1255	0	find first match for regexp
3397	1255	0	find first match for regexp
3400	1255	0	pg_config binary as a function
3401	1255	0	show pg_hba.conf rules
3403	1255	0	is statistics object visible in search path?
3408	1255	0	partition constraint description
3409	1255	0	hash
3411	1255	0	hash
3412	1255	0	hash
3415	1255	0	extended statistics object description
3416	1255	0	hash
3418	1255	0	hash
3419	1255	0	SHA-224 hash
3420	1255	0	SHA-256 hash
3421	1255	0	SHA-384 hash
3422	1255	0	SHA-512 hash
3423	1255	0	view partition tree tables
3424	1255	0	get top-most partition root parent
3425	1255	0	view ancestors of the partition
3426	1255	0	statistics: checksum failures detected in database
3428	1255	0	statistics: when last checksum failure was detected in database
3432	1255	0	generate random UUID
3436	1255	0	promote standby server
3437	1255	0	restriction selectivity of exact prefix
3438	1255	0	join selectivity of exact prefix
3441	1255	0	pg_controldata general state information as a function
3442	1255	0	pg_controldata checkpoint state information as a function
3443	1255	0	pg_controldata recovery state information as a function
3444	1255	0	pg_controldata init state information as a function
3445	1255	0	import collations from operating system
3446	1255	0	I/O
3447	1255	0	I/O
3448	1255	0	get actual version of collation from operating system
3449	1255	0	convert jsonb to numeric
3450	1255	0	convert jsonb to int2
3451	1255	0	convert jsonb to int4
3452	1255	0	convert jsonb to int8
3453	1255	0	convert jsonb to float4
3454	1255	0	relation OID for filenode and tablespace
3457	1255	0	create new large object with given content
3458	1255	0	read entire large object
3459	1255	0	read large object from offset for length
3460	1255	0	write data at offset
3461	1255	0	construct timestamp
3462	1255	0	construct timestamp with time zone
3463	1255	0	construct timestamp with time zone
3464	1255	0	construct interval
3465	1255	0	elements of jsonb array
3475	1255	0	get set of records with fields from a jsonb array of objects
3476	1255	0	convert operator name to regoperator
3478	1255	0	implementation of -> operator
3479	1255	0	convert proname to regprocedure
3480	1255	0	GIN support
3490	1255	0	get record fields from a jsonb object
3491	1255	0	get set of records with fields from a jsonb array of objects
3492	1255	0	convert operator name to regoper
3493	1255	0	convert type name to regtype
3494	1255	0	convert proname to regproc
3495	1255	0	convert classname to regclass
3496	1255	0	aggregate transition function
3497	1255	0	aggregate transition function
3498	1255	0	aggregate final function
3499	1255	0	aggregate final function
3524	1255	0	smaller of two
3525	1255	0	larger of two
3535	1255	0	aggregate transition function
3536	1255	0	aggregate final function
3537	1255	0	get identification of SQL object
3538	1255	0	concatenate aggregate input into a string
3539	1255	0	format text message
3540	1255	0	format text message
3543	1255	0	aggregate transition function
3544	1255	0	aggregate final function
3545	1255	0	concatenate aggregate input into a bytea
3546	1255	0	decrement
3547	1255	0	decrement, ignores second argument
3548	1255	0	aggregate transition function
3549	1255	0	aggregate transition function
3556	1255	0	convert jsonb to boolean
3562	1255	0	larger of two
3563	1255	0	smaller of two
3566	1255	0	list objects dropped by the current command
3567	1255	0	aggregate transition function
3568	1255	0	aggregate transition function
3569	1255	0	aggregate transition function
3570	1255	0	aggregate transition function
3571	1255	0	aggregate transition function
3572	1255	0	aggregate final function
3579	1255	0	Insert value into a jsonb
3582	1255	0	for use by pg_upgrade
3583	1255	0	get transaction Id, commit timestamp and replication origin of latest transaction commit
3584	1255	0	for use by pg_upgrade
3586	1255	0	for use by pg_upgrade
3587	1255	0	for use by pg_upgrade
3588	1255	0	for use by pg_upgrade
3589	1255	0	for use by pg_upgrade
3590	1255	0	for use by pg_upgrade
3591	1255	0	for use by pg_upgrade
3610	1255	0	I/O
3611	1255	0	I/O
3612	1255	0	I/O
3613	1255	0	I/O
3638	1255	0	I/O
3639	1255	0	I/O
3640	1255	0	I/O
3641	1255	0	I/O
3646	1255	0	I/O
3647	1255	0	I/O
3688	1255	0	tsvector typanalyze
3689	1255	0	statistics of tsvector column
3690	1255	0	statistics of tsvector column
3696	1255	0	implementation of ^@ operator
3713	1255	0	get parser's token types
3714	1255	0	get parser's token types
3715	1255	0	parse text to tokens
3716	1255	0	parse text to tokens
3723	1255	0	normalize one word by dictionary
3724	1255	0	GIN tsvector support
3736	1255	0	I/O
3737	1255	0	I/O
3738	1255	0	I/O
3739	1255	0	I/O
3756	1255	0	is text search parser visible in search path?
3757	1255	0	is text search dictionary visible in search path?
3758	1255	0	is text search configuration visible in search path?
3759	1255	0	get current tsearch configuration
3760	1255	0	implementation of @@ operator
3768	1255	0	is text search template visible in search path?
3771	1255	0	I/O
3772	1255	0	I/O
3773	1255	0	I/O
3774	1255	0	I/O
3775	1255	0	statistics: reset collected statistics shared across the cluster
3776	1255	0	statistics: reset collected statistics for a single table or index in the current database or shared across all databases in the cluster
3777	1255	0	statistics: reset collected statistics for a single function in the current database
3778	1255	0	tablespace location
3779	1255	0	create a physical replication slot
3780	1255	0	drop a replication slot
3781	1255	0	information about replication slots currently in use
3786	1255	0	set up a logical replication slot
3787	1255	0	map input to jsonb
3788	1255	0	statistics: timestamp of the current statistics snapshot
3789	1255	0	clean up GIN pending list
3800	1255	0	current logging collector file location
3801	1255	0	current logging collector file location
3803	1255	0	I/O
3804	1255	0	I/O
3805	1255	0	I/O
3806	1255	0	I/O
3808	1255	0	function argument default
3809	1255	0	export a snapshot
3810	1255	0	true if server is in recovery
3815	1255	0	is collation visible in search path?
3816	1255	0	array typanalyze
3817	1255	0	restriction selectivity for array-containment operators
3818	1255	0	join selectivity for array-containment operators
3826	1255	0	read text from a file
3827	1255	0	read bytea from a file
3828	1255	0	read bytea from a file
3829	1255	0	is opfamily visible in search path?
3830	1255	0	timestamp of last replay xact
3839	1255	0	get machine-parseable identification of SQL object
3842	1255	0	is a relation insertable/updatable/deletable
3843	1255	0	is a column updatable
3846	1255	0	construct date
3847	1255	0	construct time
3858	1255	0	implementation of @> operator
3922	1255	0	float8 difference of two int4 values
3923	1255	0	float8 difference of two int8 values
3924	1255	0	float8 difference of two numeric values
3925	1255	0	float8 difference of two date values
3929	1255	0	float8 difference of two timestamp values
3930	1255	0	float8 difference of two timestamp with time zone values
3931	1255	0	get jsonb object keys
3932	1255	0	key value pairs of a jsonb object
3935	1255	0	sleep for the specified interval
3936	1255	0	sleep until the specified time
3940	1255	0	get value from jsonb as text with path elements
3943	1255	0	show hardwired default privileges, primarily for use by the information schema
3947	1255	0	implementation of -> operator
3948	1255	0	implementation of ->> operator
3949	1255	0	implementation of -> operator
3950	1255	0	implementation of ->> operator
3951	1255	0	get value from json with path elements
3952	1255	0	brin: standalone scan new table pages
3953	1255	0	get value from json as text with path elements
3954	1255	0	get OID-based object address from name/args arrays
3955	1255	0	key value pairs of a json object
3956	1255	0	length of json array
3957	1255	0	get json object keys
3958	1255	0	key value pairs of a json object
3959	1255	0	key value pairs of a json object
3960	1255	0	get record fields from a json object
3961	1255	0	get set of records with fields from a json array of objects
3968	1255	0	get the type of a json value
3969	1255	0	elements of json array
3970	1255	0	aggregate transition function
3971	1255	0	aggregate transition function
3972	1255	0	discrete percentile
3973	1255	0	aggregate final function
3974	1255	0	continuous distribution percentile
3975	1255	0	aggregate final function
3976	1255	0	continuous distribution percentile
3977	1255	0	aggregate final function
3978	1255	0	multiple discrete percentiles
3979	1255	0	aggregate final function
3980	1255	0	multiple continuous percentiles
3981	1255	0	aggregate final function
3982	1255	0	multiple continuous percentiles
3983	1255	0	aggregate final function
3984	1255	0	most common value
3985	1255	0	aggregate final function
3986	1255	0	rank of hypothetical row
3987	1255	0	aggregate final function
3988	1255	0	fractional rank of hypothetical row
3989	1255	0	aggregate final function
3990	1255	0	cumulative distribution of hypothetical row
3991	1255	0	aggregate final function
3992	1255	0	rank of hypothetical row without gaps
3993	1255	0	aggregate final function
3999	1255	0	brin: standalone scan new table pages
4001	1255	0	I/O
4002	1255	0	I/O
4003	1255	0	I/O
4004	1255	0	I/O
4014	1255	0	brin: desummarize page range
4032	1255	0	sequence last value
4038	1255	0	implementation of <> operator
4039	1255	0	implementation of < operator
4040	1255	0	implementation of > operator
4041	1255	0	implementation of <= operator
4042	1255	0	implementation of >= operator
4043	1255	0	implementation of = operator
4044	1255	0	less-equal-greater
4045	1255	0	hash
4046	1255	0	implementation of @> operator
4047	1255	0	implementation of ? operator
4048	1255	0	implementation of ?| operator
4049	1255	0	implementation of ?& operator
4050	1255	0	implementation of <@ operator
4051	1255	0	aggregate transition function
4052	1255	0	aggregate final function
4053	1255	0	concatenate aggregate input into an array
4083	1255	0	for use by pg_upgrade
4084	1255	0	I/O
4085	1255	0	I/O
4086	1255	0	convert namespace name to regnamespace
4087	1255	0	I/O
4088	1255	0	I/O
4092	1255	0	I/O
4093	1255	0	convert role name to regrole
4094	1255	0	I/O
4095	1255	0	I/O
4098	1255	0	I/O
4099	1255	0	rotate log file - old version for adminpack 1.0
4100	1255	0	read text from a file - old version for adminpack 1.0
4101	1255	0	for use by pg_upgrade
4110	1255	0	I/O
4111	1255	0	I/O
4126	1255	0	window RANGE support
4127	1255	0	window RANGE support
4128	1255	0	window RANGE support
4129	1255	0	window RANGE support
4130	1255	0	window RANGE support
4131	1255	0	window RANGE support
4132	1255	0	window RANGE support
4133	1255	0	window RANGE support
4134	1255	0	window RANGE support
4135	1255	0	window RANGE support
4136	1255	0	window RANGE support
4137	1255	0	window RANGE support
4139	1255	0	window RANGE support
4140	1255	0	window RANGE support
4141	1255	0	window RANGE support
4187	1255	0	larger of two
4188	1255	0	smaller of two
4193	1255	0	I/O
4194	1255	0	I/O
4195	1255	0	convert classname to regcollation
4196	1255	0	I/O
4197	1255	0	I/O
4220	1255	0	copy a physical replication slot, changing temporality
4221	1255	0	copy a physical replication slot
4222	1255	0	copy a logical replication slot, changing temporality and plugin
4223	1255	0	copy a logical replication slot, changing temporality
4224	1255	0	copy a logical replication slot
4243	1255	0	restriction selectivity for multirange operators
4249	1255	0	implementation of @> operator
4299	1255	0	aggregate transition function
4300	1255	0	aggregate final function
4350	1255	0	Unicode normalization
4351	1255	0	check Unicode normalization
4388	1255	0	range aggregate by intersecting
4390	1255	0	for use by pg_upgrade
4391	1255	0	for use by pg_upgrade
4401	1255	0	range aggregate by intersecting
4543	1255	0	log memory contexts of the specified backend
4545	1255	0	for use by pg_upgrade
4546	1255	0	for use by pg_upgrade
4547	1255	0	for use by pg_upgrade
4548	1255	0	for use by pg_upgrade
4566	1255	0	return Oid of the table getting rewritten
4567	1255	0	return reason code for table getting rewritten
4568	1255	0	list DDL actions being executed by the current command
5022	1255	0	implementation of + operator
5024	1255	0	implementation of - operator
5028	1255	0	hash partition CHECK constraint
5029	1255	0	list files in the pgsql_tmp directory
5030	1255	0	list files in the pgsql_tmp directory
5031	1255	0	list of files in the archive_status directory
5040	1255	0	restriction selectivity for generic matching operators
5041	1255	0	join selectivity for generic matching operators
5042	1255	0	minimum scale needed to represent the value
5043	1255	0	numeric with minimum scale needed to represent the value
5044	1255	0	greatest common divisor
5045	1255	0	greatest common divisor
5046	1255	0	least common multiple
5047	1255	0	least common multiple
5048	1255	0	greatest common divisor
5049	1255	0	least common multiple
5050	1255	0	equal image
5051	1255	0	equal image
5052	1255	0	allocations from the main shared memory segment
5053	1255	0	statistics: number of tuples inserted since last vacuum
5054	1255	0	Set part of a jsonb, handle NULL value
5055	1255	0	I/O
5056	1255	0	I/O
5057	1255	0	I/O
5058	1255	0	I/O
5070	1255	0	I/O
5081	1255	0	I/O
5082	1255	0	I/O
5083	1255	0	I/O
5086	1255	0	I/O
5087	1255	0	I/O
5088	1255	0	I/O
5089	1255	0	I/O
5090	1255	0	I/O
5091	1255	0	I/O
5097	1255	0	larger of two
5098	1255	0	smaller of two
6003	1255	0	create a replication origin
6004	1255	0	drop replication origin identified by its name
6005	1255	0	translate the replication origin's name to its id
6006	1255	0	configure session to maintain replication progress tracking for the passed in origin
6007	1255	0	teardown configured replication progress tracking
6008	1255	0	is a replication origin configured in this session
6011	1255	0	reset the transaction's origin lsn and timestamp
6014	1255	0	get progress for all replication origins
6098	1255	0	jsonb subscripting logic
6118	1255	0	statistics: information about subscription
6119	1255	0	get information of tables in a publication
6120	1255	0	oid of replica identity index if any
6121	1255	0	returns whether a relation can be part of a publication
6159	1255	0	list of catalog foreign key relationships
6160	1255	0	split delimited text
6161	1255	0	split delimited text, with null string
6163	1255	0	number of set bits
6164	1255	0	bitwise-xor smallint aggregate
6165	1255	0	bitwise-xor integer aggregate
6166	1255	0	bitwise-xor bigint aggregate
6169	1255	0	statistics: information about replication slot
6170	1255	0	statistics: reset collected statistics for a single replication slot
6172	1255	0	remove last N elements of array
6173	1255	0	extended statistics expressions
6174	1255	0	extended statistics columns
6177	1255	0	bin timestamp into specified interval
6178	1255	0	bin timestamp with time zone into specified interval
6179	1255	0	standard array subscripting support
6180	1255	0	raw array subscripting support
6183	1255	0	debug function for text search configuration
6184	1255	0	debug function for current text search configuration
6185	1255	0	statistics: session time, in milliseconds
6186	1255	0	statistics: session active time, in milliseconds
6187	1255	0	statistics: session idle in transaction time, in milliseconds
6188	1255	0	statistics: total number of sessions
6189	1255	0	statistics: number of sessions disconnected by the client closing the network connection
6190	1255	0	statistics: number of sessions disconnected by fatal errors
6191	1255	0	statistics: number of sessions killed by administrative action
6192	1255	0	hash
6193	1255	0	hash
6195	1255	0	trim selected bytes from left end of string
6196	1255	0	trim selected bytes from right end of string
6197	1255	0	function SQL body
6198	1255	0	unescape Unicode characters
6199	1255	0	extract field from date
6200	1255	0	extract field from time
6202	1255	0	extract field from timestamp
6203	1255	0	extract field from timestamp with time zone
6204	1255	0	extract field from interval
6205	1255	0	user privilege on parameter by username, parameter name
6206	1255	0	user privilege on parameter by user oid, parameter name
6207	1255	0	current user privilege on parameter by parameter name
6224	1255	0	get resource managers loaded in system
6225	1255	0	aggregate transition function
6226	1255	0	aggregate final function
6230	1255	0	statistics: check if a stats object exists
6231	1255	0	statistics: information about subscription stats
6232	1255	0	statistics: reset collected statistics for a single subscription
6240	1255	0	return flags for specified GUC
6241	1255	0	stop making pinned objects during initdb
6248	1255	0	statistics: information about WAL prefetching
6249	1255	0	get actual version of database collation from operating system
6250	1255	0	show pg_ident.conf mappings
6251	1255	0	replace text using regexp
6252	1255	0	replace text using regexp
6253	1255	0	replace text using regexp
6254	1255	0	count regexp matches
6255	1255	0	count regexp matches
6256	1255	0	count regexp matches
6257	1255	0	position of regexp match
6258	1255	0	position of regexp match
6259	1255	0	position of regexp match
6260	1255	0	position of regexp match
6261	1255	0	position of regexp match
6262	1255	0	position of regexp match
6263	1255	0	test for regexp match
6264	1255	0	test for regexp match
6265	1255	0	extract substring that matches regexp
6266	1255	0	extract substring that matches regexp
6267	1255	0	extract substring that matches regexp
6268	1255	0	extract substring that matches regexp
6269	1255	0	extract substring that matches regexp
6270	1255	0	list of files in the pg_logical/snapshots directory
6271	1255	0	list of files in the pg_logical/mappings directory
6272	1255	0	list of files in the pg_replslot/slot_name directory
2	2601	0	heap table access method
403	2601	0	b-tree index access method
12	2612	0	built-in functions
13	2612	0	dynamically-loaded C functions
14	2612	0	SQL-language functions
13563	2612	0	PL/pgSQL procedural language
11	2615	0	system catalog schema
99	2615	0	reserved schema for TOAST tables
2200	2615	0	standard public schema
15	2617	0	equal
36	2617	0	not equal
37	2617	0	less than
58	2617	0	less than
59	2617	0	greater than
76	2617	0	greater than
80	2617	0	less than or equal
82	2617	0	greater than or equal
85	2617	0	not equal
91	2617	0	equal
92	2617	0	equal
93	2617	0	equal
94	2617	0	equal
95	2617	0	less than
96	2617	0	equal
97	2617	0	less than
98	2617	0	equal
254	2617	0	equal
255	2617	0	less than
256	2617	0	less than or equal
257	2617	0	greater than or equal
258	2617	0	greater than
259	2617	0	not equal
260	2617	0	equal
261	2617	0	less than
262	2617	0	less than or equal
263	2617	0	greater than or equal
264	2617	0	greater than
265	2617	0	not equal
349	2617	0	append element onto end of array
374	2617	0	prepend element onto front of array
375	2617	0	concatenate
410	2617	0	equal
411	2617	0	not equal
412	2617	0	less than
413	2617	0	greater than
414	2617	0	less than or equal
415	2617	0	greater than or equal
416	2617	0	equal
417	2617	0	not equal
418	2617	0	less than
419	2617	0	greater than
420	2617	0	less than or equal
430	2617	0	greater than or equal
439	2617	0	modulus
473	2617	0	absolute value
484	2617	0	negate
514	2617	0	multiply
518	2617	0	not equal
519	2617	0	not equal
520	2617	0	greater than
521	2617	0	greater than
522	2617	0	less than or equal
523	2617	0	less than or equal
524	2617	0	greater than or equal
525	2617	0	greater than or equal
526	2617	0	multiply
527	2617	0	divide
528	2617	0	divide
529	2617	0	modulus
530	2617	0	modulus
531	2617	0	not equal
532	2617	0	equal
533	2617	0	equal
534	2617	0	less than
535	2617	0	less than
536	2617	0	greater than
537	2617	0	greater than
538	2617	0	not equal
539	2617	0	not equal
540	2617	0	less than or equal
541	2617	0	less than or equal
542	2617	0	greater than or equal
543	2617	0	greater than or equal
544	2617	0	multiply
545	2617	0	multiply
546	2617	0	divide
547	2617	0	divide
550	2617	0	add
551	2617	0	add
552	2617	0	add
553	2617	0	add
554	2617	0	subtract
555	2617	0	subtract
556	2617	0	subtract
557	2617	0	subtract
558	2617	0	negate
559	2617	0	negate
584	2617	0	negate
585	2617	0	negate
586	2617	0	add
587	2617	0	subtract
588	2617	0	divide
589	2617	0	multiply
590	2617	0	absolute value
591	2617	0	add
592	2617	0	subtract
593	2617	0	divide
594	2617	0	multiply
595	2617	0	absolute value
596	2617	0	square root
597	2617	0	cube root
607	2617	0	equal
608	2617	0	not equal
609	2617	0	less than
610	2617	0	greater than
611	2617	0	less than or equal
612	2617	0	greater than or equal
620	2617	0	equal
621	2617	0	not equal
622	2617	0	less than
623	2617	0	greater than
624	2617	0	less than or equal
625	2617	0	greater than or equal
630	2617	0	not equal
631	2617	0	less than
632	2617	0	less than or equal
633	2617	0	greater than
634	2617	0	greater than or equal
639	2617	0	matches regular expression, case-sensitive
640	2617	0	does not match regular expression, case-sensitive
641	2617	0	matches regular expression, case-sensitive
642	2617	0	does not match regular expression, case-sensitive
643	2617	0	not equal
644	2617	0	not equal
645	2617	0	less than
646	2617	0	greater than
647	2617	0	less than or equal
648	2617	0	greater than or equal
649	2617	0	equal
654	2617	0	concatenate
660	2617	0	less than
661	2617	0	less than or equal
662	2617	0	greater than
663	2617	0	greater than or equal
664	2617	0	less than
665	2617	0	less than or equal
666	2617	0	greater than
667	2617	0	greater than or equal
670	2617	0	equal
671	2617	0	not equal
672	2617	0	less than
673	2617	0	less than or equal
674	2617	0	greater than
675	2617	0	greater than or equal
682	2617	0	absolute value
684	2617	0	add
685	2617	0	subtract
686	2617	0	multiply
687	2617	0	divide
688	2617	0	add
689	2617	0	subtract
690	2617	0	multiply
691	2617	0	divide
692	2617	0	add
693	2617	0	subtract
694	2617	0	multiply
695	2617	0	divide
773	2617	0	absolute value
818	2617	0	add
819	2617	0	subtract
820	2617	0	multiply
821	2617	0	divide
822	2617	0	add
823	2617	0	subtract
824	2617	0	multiply
825	2617	0	divide
965	2617	0	exponentiation
966	2617	0	add/update ACL item
967	2617	0	remove ACL item
968	2617	0	contains
974	2617	0	equal
1038	2617	0	exponentiation
1054	2617	0	equal
1055	2617	0	matches regular expression, case-sensitive
1056	2617	0	does not match regular expression, case-sensitive
1057	2617	0	not equal
1058	2617	0	less than
1059	2617	0	less than or equal
1060	2617	0	greater than
1061	2617	0	greater than or equal
1070	2617	0	equal
1071	2617	0	not equal
1072	2617	0	less than
1073	2617	0	greater than
1074	2617	0	less than or equal
1075	2617	0	greater than or equal
1076	2617	0	add
1077	2617	0	subtract
1093	2617	0	equal
1094	2617	0	not equal
1095	2617	0	less than
1096	2617	0	less than or equal
1097	2617	0	greater than
1098	2617	0	greater than or equal
1099	2617	0	subtract
1100	2617	0	add
1101	2617	0	subtract
1108	2617	0	equal
1109	2617	0	not equal
1110	2617	0	less than
1111	2617	0	less than or equal
1112	2617	0	greater than
1113	2617	0	greater than or equal
1116	2617	0	add
1117	2617	0	subtract
1118	2617	0	divide
1119	2617	0	multiply
1120	2617	0	equal
1121	2617	0	not equal
1122	2617	0	less than
1123	2617	0	greater than
1124	2617	0	less than or equal
1125	2617	0	greater than or equal
1126	2617	0	add
1127	2617	0	subtract
1128	2617	0	divide
1129	2617	0	multiply
1130	2617	0	equal
1131	2617	0	not equal
1132	2617	0	less than
1133	2617	0	greater than
1134	2617	0	less than or equal
1135	2617	0	greater than or equal
1207	2617	0	matches LIKE expression
1208	2617	0	does not match LIKE expression
1209	2617	0	matches LIKE expression
1210	2617	0	does not match LIKE expression
1211	2617	0	matches LIKE expression
1212	2617	0	does not match LIKE expression
1226	2617	0	matches regular expression, case-insensitive
1227	2617	0	does not match regular expression, case-insensitive
1228	2617	0	matches regular expression, case-insensitive
1229	2617	0	does not match regular expression, case-insensitive
1234	2617	0	matches regular expression, case-insensitive
1235	2617	0	does not match regular expression, case-insensitive
1320	2617	0	equal
1321	2617	0	not equal
1322	2617	0	less than
1323	2617	0	less than or equal
1324	2617	0	greater than
1325	2617	0	greater than or equal
1327	2617	0	add
1328	2617	0	subtract
1329	2617	0	subtract
1330	2617	0	equal
1331	2617	0	not equal
1332	2617	0	less than
1333	2617	0	less than or equal
1334	2617	0	greater than
1335	2617	0	greater than or equal
1336	2617	0	negate
1337	2617	0	add
1338	2617	0	subtract
1360	2617	0	convert date and time to timestamp
1363	2617	0	convert time and date to timestamp
1399	2617	0	subtract
1583	2617	0	multiply
1584	2617	0	multiply
1585	2617	0	divide
1625	2617	0	matches LIKE expression, case-insensitive
1626	2617	0	does not match LIKE expression, case-insensitive
1627	2617	0	matches LIKE expression, case-insensitive
1628	2617	0	does not match LIKE expression, case-insensitive
1629	2617	0	matches LIKE expression, case-insensitive
1630	2617	0	does not match LIKE expression, case-insensitive
1694	2617	0	less than or equal
1695	2617	0	greater than or equal
1751	2617	0	negate
1752	2617	0	equal
1753	2617	0	not equal
1754	2617	0	less than
1755	2617	0	less than or equal
1756	2617	0	greater than
1757	2617	0	greater than or equal
1758	2617	0	add
1759	2617	0	subtract
1760	2617	0	multiply
1761	2617	0	divide
1762	2617	0	modulus
1763	2617	0	absolute value
1800	2617	0	add
1801	2617	0	subtract
1849	2617	0	add
1862	2617	0	equal
1863	2617	0	not equal
1864	2617	0	less than
1865	2617	0	greater than
1866	2617	0	less than or equal
1867	2617	0	greater than or equal
1868	2617	0	equal
1869	2617	0	not equal
1870	2617	0	less than
1871	2617	0	greater than
1872	2617	0	less than or equal
1873	2617	0	greater than or equal
1874	2617	0	bitwise and
1875	2617	0	bitwise or
1876	2617	0	bitwise exclusive or
1877	2617	0	bitwise not
1878	2617	0	bitwise shift left
1879	2617	0	bitwise shift right
1880	2617	0	bitwise and
1881	2617	0	bitwise or
1882	2617	0	bitwise exclusive or
1883	2617	0	bitwise not
1884	2617	0	bitwise shift left
1885	2617	0	bitwise shift right
1886	2617	0	bitwise and
1887	2617	0	bitwise or
1888	2617	0	bitwise exclusive or
1889	2617	0	bitwise not
1890	2617	0	bitwise shift left
1891	2617	0	bitwise shift right
1916	2617	0	unary plus
1917	2617	0	unary plus
1918	2617	0	unary plus
1919	2617	0	unary plus
1920	2617	0	unary plus
1921	2617	0	unary plus
1955	2617	0	equal
1956	2617	0	not equal
1957	2617	0	less than
1958	2617	0	less than or equal
1959	2617	0	greater than
1960	2617	0	greater than or equal
2016	2617	0	matches LIKE expression
2017	2617	0	does not match LIKE expression
2018	2617	0	concatenate
2060	2617	0	equal
2061	2617	0	not equal
2062	2617	0	less than
2063	2617	0	less than or equal
2064	2617	0	greater than
2065	2617	0	greater than or equal
2066	2617	0	add
2067	2617	0	subtract
2068	2617	0	subtract
2314	2617	0	less than
2315	2617	0	less than or equal
2317	2617	0	greater than or equal
2318	2617	0	greater than
2326	2617	0	less than
2327	2617	0	less than or equal
2329	2617	0	greater than or equal
2330	2617	0	greater than
2345	2617	0	less than
2346	2617	0	less than or equal
2347	2617	0	equal
2348	2617	0	greater than or equal
2349	2617	0	greater than
2350	2617	0	not equal
2358	2617	0	less than
2359	2617	0	less than or equal
2360	2617	0	equal
2361	2617	0	greater than or equal
2362	2617	0	greater than
2363	2617	0	not equal
2371	2617	0	less than
2372	2617	0	less than or equal
2373	2617	0	equal
2374	2617	0	greater than or equal
2375	2617	0	greater than
2376	2617	0	not equal
2384	2617	0	less than
2385	2617	0	less than or equal
2386	2617	0	equal
2387	2617	0	greater than or equal
2388	2617	0	greater than
2389	2617	0	not equal
2534	2617	0	less than
2535	2617	0	less than or equal
2536	2617	0	equal
2537	2617	0	greater than or equal
2538	2617	0	greater than
2539	2617	0	not equal
2540	2617	0	less than
2541	2617	0	less than or equal
2542	2617	0	equal
2543	2617	0	greater than or equal
2544	2617	0	greater than
2545	2617	0	not equal
2551	2617	0	add
2553	2617	0	add
2554	2617	0	add
2555	2617	0	add
2750	2617	0	overlaps
2751	2617	0	contains
2752	2617	0	is contained by
2779	2617	0	concatenate
2780	2617	0	concatenate
2972	2617	0	equal
2973	2617	0	not equal
2974	2617	0	less than
2975	2617	0	greater than
2976	2617	0	less than or equal
2977	2617	0	greater than or equal
2988	2617	0	equal
2989	2617	0	not equal
2990	2617	0	less than
2991	2617	0	greater than
2992	2617	0	less than or equal
2993	2617	0	greater than or equal
3188	2617	0	identical
3189	2617	0	not identical
3190	2617	0	less than
3191	2617	0	greater than
3192	2617	0	less than or equal
3193	2617	0	greater than or equal
3206	2617	0	get value from jsonb as text with path elements
3211	2617	0	get jsonb object field
3212	2617	0	get jsonb array element
3213	2617	0	get value from jsonb with path elements
3240	2617	0	equal
3241	2617	0	not equal
3242	2617	0	less than
3243	2617	0	greater than
3244	2617	0	less than or equal
3245	2617	0	greater than or equal
3246	2617	0	contains
3247	2617	0	key exists
3248	2617	0	any key exists
3249	2617	0	all keys exist
3250	2617	0	is contained by
3284	2617	0	concatenate
3285	2617	0	delete object field
3286	2617	0	delete array element
3287	2617	0	delete path
3398	2617	0	delete object fields
3477	2617	0	get jsonb object field as text
3481	2617	0	get jsonb array element as text
3762	2617	0	text search match
3877	2617	0	starts with
3962	2617	0	get json object field
3963	2617	0	get json object field as text
3964	2617	0	get json array element
3965	2617	0	get json array element as text
3966	2617	0	get value from json with path elements
3967	2617	0	get value from json as text with path elements
100	3456	0	database's default collation
950	3456	0	standard C collation
951	3456	0	standard POSIX collation
12342	3456	0	Unknown language
12343	3456	0	Afrikaans
12344	3456	0	Afrikaans (Namibia)
12345	3456	0	Afrikaans (South Africa)
12346	3456	0	Aghem
12347	3456	0	Aghem (Cameroon)
12348	3456	0	Akan
12349	3456	0	Akan (Ghana)
12350	3456	0	Amharic
12351	3456	0	Amharic (Ethiopia)
12352	3456	0	Arabic
12353	3456	0	Arabic (world)
12354	3456	0	Arabic (United Arab Emirates)
12355	3456	0	Arabic (Bahrain)
12356	3456	0	Arabic (Djibouti)
12357	3456	0	Arabic (Algeria)
12358	3456	0	Arabic (Egypt)
12359	3456	0	Arabic (Western Sahara)
12360	3456	0	Arabic (Eritrea)
12361	3456	0	Arabic (Israel)
12362	3456	0	Arabic (Iraq)
12363	3456	0	Arabic (Jordan)
12364	3456	0	Arabic (Comoros)
12365	3456	0	Arabic (Kuwait)
12366	3456	0	Arabic (Lebanon)
12367	3456	0	Arabic (Libya)
12368	3456	0	Arabic (Morocco)
12369	3456	0	Arabic (Mauritania)
12370	3456	0	Arabic (Oman)
12371	3456	0	Arabic (Palestinian Territories)
12372	3456	0	Arabic (Qatar)
12373	3456	0	Arabic (Saudi Arabia)
12374	3456	0	Arabic (Sudan)
12375	3456	0	Arabic (Somalia)
12376	3456	0	Arabic (South Sudan)
12377	3456	0	Arabic (Syria)
12378	3456	0	Arabic (Chad)
12379	3456	0	Arabic (Tunisia)
12380	3456	0	Arabic (Yemen)
12381	3456	0	Assamese
12382	3456	0	Assamese (India)
12383	3456	0	Asu
12384	3456	0	Asu (Tanzania)
12385	3456	0	Asturian
12386	3456	0	Asturian (Spain)
12387	3456	0	Azerbaijani
12388	3456	0	Azerbaijani (Cyrillic)
12389	3456	0	Azerbaijani (Cyrillic, Azerbaijan)
12390	3456	0	Azerbaijani (Latin)
12391	3456	0	Azerbaijani (Latin, Azerbaijan)
12392	3456	0	Basaa
12393	3456	0	Basaa (Cameroon)
12394	3456	0	Belarusian
12395	3456	0	Belarusian (Belarus)
12396	3456	0	Bemba
12397	3456	0	Bemba (Zambia)
12398	3456	0	Bena
12399	3456	0	Bena (Tanzania)
12400	3456	0	Bulgarian
12401	3456	0	Bulgarian (Bulgaria)
12402	3456	0	Haryanvi
12403	3456	0	Haryanvi (India)
12404	3456	0	Bhojpuri
12405	3456	0	Bhojpuri (India)
12406	3456	0	Bambara
12407	3456	0	Bambara (Mali)
12408	3456	0	Bangla
12409	3456	0	Bangla (Bangladesh)
12410	3456	0	Bangla (India)
12411	3456	0	Tibetan
12412	3456	0	Tibetan (China)
12413	3456	0	Tibetan (India)
12414	3456	0	Breton
12415	3456	0	Breton (France)
12416	3456	0	Bodo
12417	3456	0	Bodo (India)
12418	3456	0	Bosnian
12419	3456	0	Bosnian (Cyrillic)
12420	3456	0	Bosnian (Cyrillic, Bosnia & Herzegovina)
12421	3456	0	Bosnian (Latin)
12422	3456	0	Bosnian (Latin, Bosnia & Herzegovina)
12423	3456	0	Catalan
12424	3456	0	Catalan (Andorra)
12425	3456	0	Catalan (Spain)
12426	3456	0	Catalan (France)
12427	3456	0	Catalan (Italy)
12428	3456	0	Chakma
12429	3456	0	Chakma (Bangladesh)
12430	3456	0	Chakma (India)
12431	3456	0	Chechen
12432	3456	0	Chechen (Russia)
12433	3456	0	Cebuano
12434	3456	0	Cebuano (Philippines)
12435	3456	0	Chiga
12436	3456	0	Chiga (Uganda)
12437	3456	0	Cherokee
12438	3456	0	Cherokee (United States)
12439	3456	0	Central Kurdish
12440	3456	0	Central Kurdish (Iraq)
12441	3456	0	Central Kurdish (Iran)
12442	3456	0	Czech
12443	3456	0	Czech (Czechia)
12444	3456	0	Chuvash
12445	3456	0	Chuvash (Russia)
12446	3456	0	Welsh
12447	3456	0	Welsh (United Kingdom)
12448	3456	0	Danish
12449	3456	0	Danish (Denmark)
12450	3456	0	Danish (Greenland)
12451	3456	0	Taita
12452	3456	0	Taita (Kenya)
12453	3456	0	German
12454	3456	0	German (Austria)
12455	3456	0	German (Belgium)
12456	3456	0	German (Switzerland)
12457	3456	0	German (Germany)
12458	3456	0	German (Italy)
12459	3456	0	German (Liechtenstein)
12460	3456	0	German (Luxembourg)
12461	3456	0	Zarma
12462	3456	0	Zarma (Niger)
12463	3456	0	Dogri
12464	3456	0	Dogri (India)
12465	3456	0	Lower Sorbian
12466	3456	0	Lower Sorbian (Germany)
12467	3456	0	Duala
12468	3456	0	Duala (Cameroon)
12469	3456	0	Jola-Fonyi
12470	3456	0	Jola-Fonyi (Senegal)
12471	3456	0	Dzongkha
12472	3456	0	Dzongkha (Bhutan)
12473	3456	0	Embu
12474	3456	0	Embu (Kenya)
12475	3456	0	Ewe
12476	3456	0	Ewe (Ghana)
12477	3456	0	Ewe (Togo)
12478	3456	0	Greek
12479	3456	0	Greek (Cyprus)
12480	3456	0	Greek (Greece)
12481	3456	0	English
12482	3456	0	English (world)
12483	3456	0	English (Europe)
12484	3456	0	English (United Arab Emirates)
12485	3456	0	English (Antigua & Barbuda)
12486	3456	0	English (Anguilla)
12487	3456	0	English (American Samoa)
12488	3456	0	English (Austria)
12489	3456	0	English (Australia)
12490	3456	0	English (Barbados)
12491	3456	0	English (Belgium)
12492	3456	0	English (Burundi)
12493	3456	0	English (Bermuda)
12494	3456	0	English (Bahamas)
12495	3456	0	English (Botswana)
12496	3456	0	English (Belize)
12497	3456	0	English (Canada)
12498	3456	0	English (Cocos [Keeling] Islands)
12499	3456	0	English (Switzerland)
12500	3456	0	English (Cook Islands)
12501	3456	0	English (Cameroon)
12502	3456	0	English (Christmas Island)
12503	3456	0	English (Cyprus)
12504	3456	0	English (Germany)
12505	3456	0	English (Diego Garcia)
12506	3456	0	English (Denmark)
12507	3456	0	English (Dominica)
12508	3456	0	English (Eritrea)
12509	3456	0	English (Finland)
12510	3456	0	English (Fiji)
12511	3456	0	English (Falkland Islands)
12512	3456	0	English (Micronesia)
12513	3456	0	English (United Kingdom)
12514	3456	0	English (Grenada)
12515	3456	0	English (Guernsey)
12516	3456	0	English (Ghana)
12517	3456	0	English (Gibraltar)
12518	3456	0	English (Gambia)
12519	3456	0	English (Guam)
12520	3456	0	English (Guyana)
12521	3456	0	English (Hong Kong SAR China)
12522	3456	0	English (Ireland)
12523	3456	0	English (Israel)
12524	3456	0	English (Isle of Man)
12525	3456	0	English (India)
12526	3456	0	English (British Indian Ocean Territory)
12527	3456	0	English (Jersey)
12528	3456	0	English (Jamaica)
12529	3456	0	English (Kenya)
12530	3456	0	English (Kiribati)
12531	3456	0	English (St. Kitts & Nevis)
12532	3456	0	English (Cayman Islands)
12533	3456	0	English (St. Lucia)
12534	3456	0	English (Liberia)
12535	3456	0	English (Lesotho)
12536	3456	0	English (Madagascar)
12537	3456	0	English (Marshall Islands)
12538	3456	0	English (Macao SAR China)
12539	3456	0	English (Northern Mariana Islands)
12540	3456	0	English (Montserrat)
12541	3456	0	English (Malta)
12542	3456	0	English (Mauritius)
12543	3456	0	English (Maldives)
12544	3456	0	English (Malawi)
12545	3456	0	English (Malaysia)
12546	3456	0	English (Namibia)
12547	3456	0	English (Norfolk Island)
12548	3456	0	English (Nigeria)
12549	3456	0	English (Netherlands)
12550	3456	0	English (Nauru)
12551	3456	0	English (Niue)
12552	3456	0	English (New Zealand)
12553	3456	0	English (Papua New Guinea)
12554	3456	0	English (Philippines)
12555	3456	0	English (Pakistan)
12556	3456	0	English (Pitcairn Islands)
12557	3456	0	English (Puerto Rico)
12558	3456	0	English (Palau)
12559	3456	0	English (Rwanda)
12560	3456	0	English (Solomon Islands)
12561	3456	0	English (Seychelles)
12562	3456	0	English (Sudan)
12563	3456	0	English (Sweden)
12564	3456	0	English (Singapore)
12565	3456	0	English (St. Helena)
12566	3456	0	English (Slovenia)
12567	3456	0	English (Sierra Leone)
12568	3456	0	English (South Sudan)
12569	3456	0	English (Sint Maarten)
12570	3456	0	English (Eswatini)
12571	3456	0	English (Turks & Caicos Islands)
12572	3456	0	English (Tokelau)
12573	3456	0	English (Tonga)
12574	3456	0	English (Trinidad & Tobago)
12575	3456	0	English (Tuvalu)
12576	3456	0	English (Tanzania)
12577	3456	0	English (Uganda)
12578	3456	0	English (U.S. Outlying Islands)
12579	3456	0	English (United States)
12580	3456	0	English (United States, Computer)
12581	3456	0	English (St. Vincent & Grenadines)
12582	3456	0	English (British Virgin Islands)
12583	3456	0	English (U.S. Virgin Islands)
12584	3456	0	English (Vanuatu)
12585	3456	0	English (Samoa)
12586	3456	0	English (South Africa)
12587	3456	0	English (Zambia)
12588	3456	0	English (Zimbabwe)
12589	3456	0	Esperanto
12590	3456	0	Esperanto (world)
12591	3456	0	Spanish
12592	3456	0	Spanish (Latin America)
12593	3456	0	Spanish (Argentina)
12594	3456	0	Spanish (Bolivia)
12595	3456	0	Spanish (Brazil)
12596	3456	0	Spanish (Belize)
12597	3456	0	Spanish (Chile)
12598	3456	0	Spanish (Colombia)
12599	3456	0	Spanish (Costa Rica)
12600	3456	0	Spanish (Cuba)
12601	3456	0	Spanish (Dominican Republic)
12602	3456	0	Spanish (Ceuta & Melilla)
12603	3456	0	Spanish (Ecuador)
12604	3456	0	Spanish (Spain)
12605	3456	0	Spanish (Equatorial Guinea)
12606	3456	0	Spanish (Guatemala)
12607	3456	0	Spanish (Honduras)
12608	3456	0	Spanish (Canary Islands)
12609	3456	0	Spanish (Mexico)
12610	3456	0	Spanish (Nicaragua)
12611	3456	0	Spanish (Panama)
12612	3456	0	Spanish (Peru)
12613	3456	0	Spanish (Philippines)
12614	3456	0	Spanish (Puerto Rico)
12615	3456	0	Spanish (Paraguay)
12616	3456	0	Spanish (El Salvador)
12617	3456	0	Spanish (United States)
12618	3456	0	Spanish (Uruguay)
12619	3456	0	Spanish (Venezuela)
12620	3456	0	Estonian
12621	3456	0	Estonian (Estonia)
12622	3456	0	Basque
12623	3456	0	Basque (Spain)
12624	3456	0	Ewondo
12625	3456	0	Ewondo (Cameroon)
12626	3456	0	Persian
12627	3456	0	Persian (Afghanistan)
12628	3456	0	Persian (Iran)
12629	3456	0	Fula
12630	3456	0	Fula (Adlam)
12631	3456	0	Fula (Adlam, Burkina Faso)
12632	3456	0	Fula (Adlam, Cameroon)
12633	3456	0	Fula (Adlam, Ghana)
12634	3456	0	Fula (Adlam, Gambia)
12635	3456	0	Fula (Adlam, Guinea)
12636	3456	0	Fula (Adlam, Guinea-Bissau)
12637	3456	0	Fula (Adlam, Liberia)
12638	3456	0	Fula (Adlam, Mauritania)
12639	3456	0	Fula (Adlam, Niger)
12640	3456	0	Fula (Adlam, Nigeria)
12641	3456	0	Fula (Adlam, Sierra Leone)
12642	3456	0	Fula (Adlam, Senegal)
12643	3456	0	Fula (Latin)
12644	3456	0	Fula (Latin, Burkina Faso)
12645	3456	0	Fula (Latin, Cameroon)
12646	3456	0	Fula (Latin, Ghana)
12647	3456	0	Fula (Latin, Gambia)
12648	3456	0	Fula (Latin, Guinea)
12649	3456	0	Fula (Latin, Guinea-Bissau)
12650	3456	0	Fula (Latin, Liberia)
12651	3456	0	Fula (Latin, Mauritania)
12652	3456	0	Fula (Latin, Niger)
12653	3456	0	Fula (Latin, Nigeria)
12654	3456	0	Fula (Latin, Sierra Leone)
12655	3456	0	Fula (Latin, Senegal)
12656	3456	0	Finnish
12657	3456	0	Finnish (Finland)
12658	3456	0	Filipino
12659	3456	0	Filipino (Philippines)
12660	3456	0	Faroese
12661	3456	0	Faroese (Denmark)
12662	3456	0	Faroese (Faroe Islands)
12663	3456	0	French
12664	3456	0	French (Belgium)
12665	3456	0	French (Burkina Faso)
12666	3456	0	French (Burundi)
12667	3456	0	French (Benin)
12669	3456	0	French (Canada)
12670	3456	0	French (Congo - Kinshasa)
12671	3456	0	French (Central African Republic)
12672	3456	0	French (Congo - Brazzaville)
12673	3456	0	French (Switzerland)
12675	3456	0	French (Cameroon)
12676	3456	0	French (Djibouti)
12677	3456	0	French (Algeria)
12678	3456	0	French (France)
12679	3456	0	French (Gabon)
12680	3456	0	French (French Guiana)
12681	3456	0	French (Guinea)
12682	3456	0	French (Guadeloupe)
12683	3456	0	French (Equatorial Guinea)
12684	3456	0	French (Haiti)
12685	3456	0	French (Comoros)
12686	3456	0	French (Luxembourg)
12687	3456	0	French (Morocco)
12688	3456	0	French (Monaco)
12689	3456	0	French (St. Martin)
12690	3456	0	French (Madagascar)
12691	3456	0	French (Mali)
12692	3456	0	French (Martinique)
12693	3456	0	French (Mauritania)
12694	3456	0	French (Mauritius)
12695	3456	0	French (New Caledonia)
12696	3456	0	French (Niger)
12697	3456	0	French (French Polynesia)
12698	3456	0	French (St. Pierre & Miquelon)
12700	3456	0	French (Rwanda)
12701	3456	0	French (Seychelles)
12702	3456	0	French (Senegal)
12703	3456	0	French (Syria)
12704	3456	0	French (Chad)
12705	3456	0	French (Togo)
12706	3456	0	French (Tunisia)
12707	3456	0	French (Vanuatu)
12708	3456	0	French (Wallis & Futuna)
12709	3456	0	French (Mayotte)
12710	3456	0	Friulian
12711	3456	0	Friulian (Italy)
12712	3456	0	Western Frisian
12713	3456	0	Western Frisian (Netherlands)
12714	3456	0	Irish
12715	3456	0	Irish (United Kingdom)
12716	3456	0	Irish (Ireland)
12717	3456	0	Scottish Gaelic
12718	3456	0	Scottish Gaelic (United Kingdom)
12719	3456	0	Galician
12720	3456	0	Galician (Spain)
12721	3456	0	Swiss German
12722	3456	0	Swiss German (Switzerland)
12723	3456	0	Swiss German (France)
12724	3456	0	Swiss German (Liechtenstein)
12725	3456	0	Gujarati
12726	3456	0	Gujarati (India)
12727	3456	0	Gusii
12728	3456	0	Gusii (Kenya)
12729	3456	0	Manx
12730	3456	0	Manx (Isle of Man)
12731	3456	0	Hausa
12732	3456	0	Hausa (Ghana)
12733	3456	0	Hausa (Niger)
12734	3456	0	Hausa (Nigeria)
12735	3456	0	Hawaiian
12736	3456	0	Hawaiian (United States)
12737	3456	0	Hebrew
12738	3456	0	Hebrew (Israel)
12739	3456	0	Hindi
12740	3456	0	Hindi (India)
12741	3456	0	Hindi (Latin)
12742	3456	0	Hindi (Latin, India)
12743	3456	0	Croatian
12744	3456	0	Croatian (Bosnia & Herzegovina)
12745	3456	0	Croatian (Croatia)
12746	3456	0	Upper Sorbian
12747	3456	0	Upper Sorbian (Germany)
12748	3456	0	Hungarian
12749	3456	0	Hungarian (Hungary)
12750	3456	0	Armenian
12751	3456	0	Armenian (Armenia)
12752	3456	0	Interlingua
12753	3456	0	Interlingua (world)
12754	3456	0	Indonesian
12755	3456	0	Indonesian (Indonesia)
12756	3456	0	Igbo
12757	3456	0	Igbo (Nigeria)
12758	3456	0	Sichuan Yi
12759	3456	0	Sichuan Yi (China)
12760	3456	0	Icelandic
12761	3456	0	Icelandic (Iceland)
12762	3456	0	Italian
12763	3456	0	Italian (Switzerland)
12764	3456	0	Italian (Italy)
12765	3456	0	Italian (San Marino)
12766	3456	0	Italian (Vatican City)
12767	3456	0	Japanese
12768	3456	0	Japanese (Japan)
12769	3456	0	Ngomba
12770	3456	0	Ngomba (Cameroon)
12771	3456	0	Machame
12772	3456	0	Machame (Tanzania)
12773	3456	0	Javanese
12774	3456	0	Javanese (Indonesia)
12775	3456	0	Georgian
12776	3456	0	Georgian (Georgia)
12777	3456	0	Kabyle
12778	3456	0	Kabyle (Algeria)
12779	3456	0	Kamba
12780	3456	0	Kamba (Kenya)
12781	3456	0	Makonde
12782	3456	0	Makonde (Tanzania)
12783	3456	0	Kabuverdianu
12784	3456	0	Kabuverdianu (Cape Verde)
12785	3456	0	Kaingang
12786	3456	0	Kaingang (Brazil)
12787	3456	0	Koyra Chiini
12788	3456	0	Koyra Chiini (Mali)
12789	3456	0	Kikuyu
12790	3456	0	Kikuyu (Kenya)
12791	3456	0	Kazakh
12792	3456	0	Kazakh (Kazakhstan)
12793	3456	0	Kako
12794	3456	0	Kako (Cameroon)
12795	3456	0	Kalaallisut
12796	3456	0	Kalaallisut (Greenland)
12797	3456	0	Kalenjin
12798	3456	0	Kalenjin (Kenya)
12799	3456	0	Khmer
12800	3456	0	Khmer (Cambodia)
12801	3456	0	Kannada
12802	3456	0	Kannada (India)
12803	3456	0	Korean
12804	3456	0	Korean (North Korea)
12805	3456	0	Korean (South Korea)
12806	3456	0	Konkani
12807	3456	0	Konkani (India)
12808	3456	0	Kashmiri
12809	3456	0	Kashmiri (Arabic)
12810	3456	0	Kashmiri (Arabic, India)
12811	3456	0	Kashmiri (Devanagari)
12812	3456	0	Kashmiri (Devanagari, India)
12813	3456	0	Shambala
12814	3456	0	Shambala (Tanzania)
12815	3456	0	Bafia
12816	3456	0	Bafia (Cameroon)
12817	3456	0	Colognian
12818	3456	0	Colognian (Germany)
12819	3456	0	Kurdish
12820	3456	0	Kurdish (Turkey)
12821	3456	0	Cornish
12822	3456	0	Cornish (United Kingdom)
12823	3456	0	Kyrgyz
12824	3456	0	Kyrgyz (Kyrgyzstan)
12825	3456	0	Langi
12826	3456	0	Langi (Tanzania)
12827	3456	0	Luxembourgish
12828	3456	0	Luxembourgish (Luxembourg)
12829	3456	0	Ganda
12830	3456	0	Ganda (Uganda)
12831	3456	0	Lakota
12832	3456	0	Lakota (United States)
12833	3456	0	Lingala
12834	3456	0	Lingala (Angola)
12835	3456	0	Lingala (Congo - Kinshasa)
12836	3456	0	Lingala (Central African Republic)
12837	3456	0	Lingala (Congo - Brazzaville)
12838	3456	0	Lao
12839	3456	0	Lao (Laos)
12840	3456	0	Northern Luri
12841	3456	0	Northern Luri (Iraq)
12842	3456	0	Northern Luri (Iran)
12843	3456	0	Lithuanian
12844	3456	0	Lithuanian (Lithuania)
12845	3456	0	Luba-Katanga
12846	3456	0	Luba-Katanga (Congo - Kinshasa)
12847	3456	0	Luo
12848	3456	0	Luo (Kenya)
12849	3456	0	Luyia
12850	3456	0	Luyia (Kenya)
12851	3456	0	Latvian
12852	3456	0	Latvian (Latvia)
12853	3456	0	Maithili
12854	3456	0	Maithili (India)
12855	3456	0	Masai
12856	3456	0	Masai (Kenya)
12857	3456	0	Masai (Tanzania)
12858	3456	0	Meru
12859	3456	0	Meru (Kenya)
12860	3456	0	Morisyen
12861	3456	0	Morisyen (Mauritius)
12862	3456	0	Malagasy
12863	3456	0	Malagasy (Madagascar)
12864	3456	0	Makhuwa-Meetto
12865	3456	0	Makhuwa-Meetto (Mozambique)
12870	3456	0	Macedonian
12871	3456	0	Macedonian (North Macedonia)
12872	3456	0	Malayalam
12873	3456	0	Malayalam (India)
12874	3456	0	Mongolian
12875	3456	0	Mongolian (Mongolia)
12876	3456	0	Manipuri
12877	3456	0	Manipuri (Bangla)
12878	3456	0	Manipuri (Bangla, India)
12879	3456	0	Marathi
12880	3456	0	Marathi (India)
12881	3456	0	Malay
12882	3456	0	Malay (Brunei)
12883	3456	0	Malay (Indonesia)
12884	3456	0	Malay (Malaysia)
12885	3456	0	Malay (Singapore)
12886	3456	0	Maltese
12887	3456	0	Maltese (Malta)
12888	3456	0	Mundang
12889	3456	0	Mundang (Cameroon)
12890	3456	0	Burmese
12891	3456	0	Burmese (Myanmar [Burma])
12892	3456	0	Mazanderani
12893	3456	0	Mazanderani (Iran)
12894	3456	0	Nama
12895	3456	0	Nama (Namibia)
12899	3456	0	North Ndebele
12900	3456	0	North Ndebele (Zimbabwe)
12901	3456	0	Nepali
12902	3456	0	Nepali (India)
12903	3456	0	Nepali (Nepal)
12904	3456	0	Dutch
12905	3456	0	Dutch (Aruba)
12906	3456	0	Dutch (Belgium)
12907	3456	0	Dutch (Caribbean Netherlands)
12909	3456	0	Dutch (Netherlands)
12910	3456	0	Dutch (Suriname)
12911	3456	0	Dutch (Sint Maarten)
12912	3456	0	Kwasio
12913	3456	0	Kwasio (Cameroon)
12914	3456	0	Norwegian Nynorsk
12915	3456	0	Norwegian Nynorsk (Norway)
12916	3456	0	Ngiemboon
12917	3456	0	Ngiemboon (Cameroon)
12918	3456	0	Norwegian
12919	3456	0	Nuer
12920	3456	0	Nuer (South Sudan)
12921	3456	0	Nyankole
12922	3456	0	Nyankole (Uganda)
12923	3456	0	Oromo
12924	3456	0	Oromo (Ethiopia)
12925	3456	0	Oromo (Kenya)
12926	3456	0	Odia
12927	3456	0	Odia (India)
12928	3456	0	Ossetic
12929	3456	0	Ossetic (Georgia)
12930	3456	0	Ossetic (Russia)
12931	3456	0	Punjabi
12932	3456	0	Punjabi (Arabic)
12933	3456	0	Punjabi (Arabic, Pakistan)
12934	3456	0	Punjabi (Gurmukhi)
12935	3456	0	Punjabi (Gurmukhi, India)
12936	3456	0	Nigerian Pidgin
12937	3456	0	Nigerian Pidgin (Nigeria)
12938	3456	0	Polish
12939	3456	0	Polish (Poland)
12940	3456	0	Pashto
12941	3456	0	Pashto (Afghanistan)
12942	3456	0	Pashto (Pakistan)
12943	3456	0	Portuguese
12944	3456	0	Portuguese (Angola)
12945	3456	0	Portuguese (Brazil)
12946	3456	0	Portuguese (Switzerland)
12947	3456	0	Portuguese (Cape Verde)
12948	3456	0	Portuguese (Equatorial Guinea)
12949	3456	0	Portuguese (Guinea-Bissau)
12950	3456	0	Portuguese (Luxembourg)
12951	3456	0	Portuguese (Macao SAR China)
12952	3456	0	Portuguese (Mozambique)
12953	3456	0	Portuguese (Portugal)
12955	3456	0	Portuguese (Timor-Leste)
12956	3456	0	Quechua
12957	3456	0	Quechua (Bolivia)
12958	3456	0	Quechua (Ecuador)
12959	3456	0	Quechua (Peru)
12960	3456	0	Rajasthani
12961	3456	0	Rajasthani (India)
12962	3456	0	Romansh
12963	3456	0	Romansh (Switzerland)
12964	3456	0	Rundi
12965	3456	0	Rundi (Burundi)
12966	3456	0	Romanian
12967	3456	0	Romanian (Moldova)
12968	3456	0	Romanian (Romania)
12969	3456	0	Rombo
12970	3456	0	Rombo (Tanzania)
12971	3456	0	Russian
12972	3456	0	Russian (Belarus)
12973	3456	0	Russian (Kyrgyzstan)
12974	3456	0	Russian (Kazakhstan)
12975	3456	0	Russian (Moldova)
12976	3456	0	Russian (Russia)
12977	3456	0	Russian (Ukraine)
12978	3456	0	Kinyarwanda
12979	3456	0	Kinyarwanda (Rwanda)
12980	3456	0	Rwa
12981	3456	0	Rwa (Tanzania)
12982	3456	0	Sanskrit
12983	3456	0	Sanskrit (India)
12984	3456	0	Yakut
12985	3456	0	Yakut (Russia)
12986	3456	0	Samburu
12987	3456	0	Samburu (Kenya)
12988	3456	0	Santali
12989	3456	0	Santali (Ol Chiki)
12990	3456	0	Santali (Ol Chiki, India)
12991	3456	0	Sangu
12992	3456	0	Sangu (Tanzania)
12993	3456	0	Sardinian
12994	3456	0	Sardinian (Italy)
12995	3456	0	Sindhi
12996	3456	0	Sindhi (Arabic)
12997	3456	0	Sindhi (Arabic, Pakistan)
12998	3456	0	Sindhi (Devanagari)
12999	3456	0	Sindhi (Devanagari, India)
13000	3456	0	Northern Sami
13001	3456	0	Northern Sami (Finland)
13002	3456	0	Northern Sami (Norway)
13003	3456	0	Northern Sami (Sweden)
13004	3456	0	Sena
13005	3456	0	Sena (Mozambique)
13006	3456	0	Koyraboro Senni
13007	3456	0	Koyraboro Senni (Mali)
13008	3456	0	Sango
13009	3456	0	Sango (Central African Republic)
13010	3456	0	Tachelhit
13011	3456	0	Tachelhit (Latin)
13012	3456	0	Tachelhit (Latin, Morocco)
13013	3456	0	Tachelhit (Tifinagh)
13014	3456	0	Tachelhit (Tifinagh, Morocco)
13015	3456	0	Sinhala
13016	3456	0	Sinhala (Sri Lanka)
13017	3456	0	Slovak
13018	3456	0	Slovak (Slovakia)
13019	3456	0	Slovenian
13020	3456	0	Slovenian (Slovenia)
13021	3456	0	Inari Sami
13022	3456	0	Inari Sami (Finland)
13023	3456	0	Shona
13024	3456	0	Shona (Zimbabwe)
13025	3456	0	Somali
13026	3456	0	Somali (Djibouti)
13027	3456	0	Somali (Ethiopia)
13028	3456	0	Somali (Kenya)
13029	3456	0	Somali (Somalia)
13030	3456	0	Albanian
13031	3456	0	Albanian (Albania)
13032	3456	0	Albanian (North Macedonia)
13033	3456	0	Albanian (Kosovo)
13034	3456	0	Serbian
13035	3456	0	Serbian (Cyrillic)
13036	3456	0	Serbian (Cyrillic, Bosnia & Herzegovina)
13037	3456	0	Serbian (Cyrillic, Montenegro)
13038	3456	0	Serbian (Cyrillic, Serbia)
13039	3456	0	Serbian (Cyrillic, Kosovo)
13040	3456	0	Serbian (Latin)
13041	3456	0	Serbian (Latin, Bosnia & Herzegovina)
13042	3456	0	Serbian (Latin, Montenegro)
13043	3456	0	Serbian (Latin, Serbia)
13044	3456	0	Serbian (Latin, Kosovo)
13045	3456	0	Sundanese
13046	3456	0	Sundanese (Latin)
13047	3456	0	Sundanese (Latin, Indonesia)
13048	3456	0	Swedish
13050	3456	0	Swedish (Finland)
13051	3456	0	Swedish (Sweden)
13052	3456	0	Swahili
13053	3456	0	Swahili (Congo - Kinshasa)
13054	3456	0	Swahili (Kenya)
13055	3456	0	Swahili (Tanzania)
13056	3456	0	Swahili (Uganda)
13057	3456	0	Tamil
13058	3456	0	Tamil (India)
13059	3456	0	Tamil (Sri Lanka)
13060	3456	0	Tamil (Malaysia)
13061	3456	0	Tamil (Singapore)
13062	3456	0	Telugu
13063	3456	0	Telugu (India)
13064	3456	0	Teso
13065	3456	0	Teso (Kenya)
13066	3456	0	Teso (Uganda)
13067	3456	0	Tajik
13068	3456	0	Tajik (Tajikistan)
13069	3456	0	Thai
13070	3456	0	Thai (Thailand)
13071	3456	0	Tigrinya
13072	3456	0	Tigrinya (Eritrea)
13073	3456	0	Tigrinya (Ethiopia)
13074	3456	0	Turkmen
13075	3456	0	Turkmen (Turkmenistan)
13076	3456	0	Tongan
13077	3456	0	Tongan (Tonga)
13078	3456	0	Turkish
13079	3456	0	Turkish (Cyprus)
13080	3456	0	Turkish (Turkey)
13081	3456	0	Tatar
13082	3456	0	Tatar (Russia)
13083	3456	0	Tasawaq
13084	3456	0	Tasawaq (Niger)
13085	3456	0	Central Atlas Tamazight
13086	3456	0	Central Atlas Tamazight (Morocco)
13087	3456	0	Uyghur
13088	3456	0	Uyghur (China)
13089	3456	0	Ukrainian
13090	3456	0	Ukrainian (Ukraine)
13091	3456	0	Urdu
13092	3456	0	Urdu (India)
13093	3456	0	Urdu (Pakistan)
13094	3456	0	Uzbek
13095	3456	0	Uzbek (Arabic)
13096	3456	0	Uzbek (Arabic, Afghanistan)
13097	3456	0	Uzbek (Cyrillic)
13098	3456	0	Uzbek (Cyrillic, Uzbekistan)
13099	3456	0	Uzbek (Latin)
13100	3456	0	Uzbek (Latin, Uzbekistan)
13101	3456	0	Vai
13102	3456	0	Vai (Latin)
13103	3456	0	Vai (Latin, Liberia)
13104	3456	0	Vai (Vai)
13105	3456	0	Vai (Vai, Liberia)
13106	3456	0	Vietnamese
13107	3456	0	Vietnamese (Vietnam)
13108	3456	0	Vunjo
13109	3456	0	Vunjo (Tanzania)
13110	3456	0	Walser
13111	3456	0	Walser (Switzerland)
13112	3456	0	Wolof
13113	3456	0	Wolof (Senegal)
13114	3456	0	Xhosa
13115	3456	0	Xhosa (South Africa)
13116	3456	0	Soga
13117	3456	0	Soga (Uganda)
13118	3456	0	Yangben
13119	3456	0	Yangben (Cameroon)
13120	3456	0	Yiddish
13121	3456	0	Yiddish (world)
13122	3456	0	Yoruba
13123	3456	0	Yoruba (Benin)
13124	3456	0	Yoruba (Nigeria)
13125	3456	0	Nheengatu
13126	3456	0	Nheengatu (Brazil)
13127	3456	0	Nheengatu (Colombia)
13128	3456	0	Nheengatu (Venezuela)
13129	3456	0	Cantonese
13130	3456	0	Cantonese (Simplified)
13131	3456	0	Cantonese (Simplified, China)
13132	3456	0	Cantonese (Traditional)
13133	3456	0	Cantonese (Traditional, Hong Kong SAR China)
13134	3456	0	Standard Moroccan Tamazight
13135	3456	0	Standard Moroccan Tamazight (Morocco)
13136	3456	0	Chinese
13137	3456	0	Chinese (Simplified)
13138	3456	0	Chinese (Simplified, China)
13139	3456	0	Chinese (Simplified, Hong Kong SAR China)
13140	3456	0	Chinese (Simplified, Macao SAR China)
13141	3456	0	Chinese (Simplified, Singapore)
13142	3456	0	Chinese (Traditional)
13143	3456	0	Chinese (Traditional, Hong Kong SAR China)
13144	3456	0	Chinese (Traditional, Macao SAR China)
13145	3456	0	Chinese (Traditional, Taiwan)
13146	3456	0	Zulu
13147	3456	0	Zulu (South Africa)
3765	3600	0	simple dictionary: just lower case and check for stopword
13151	3600	0	snowball stemmer for arabic language
13153	3600	0	snowball stemmer for armenian language
13155	3600	0	snowball stemmer for basque language
13157	3600	0	snowball stemmer for catalan language
13159	3600	0	snowball stemmer for danish language
13161	3600	0	snowball stemmer for dutch language
13163	3600	0	snowball stemmer for english language
13165	3600	0	snowball stemmer for finnish language
13167	3600	0	snowball stemmer for french language
13169	3600	0	snowball stemmer for german language
13171	3600	0	snowball stemmer for greek language
13173	3600	0	snowball stemmer for hindi language
13175	3600	0	snowball stemmer for hungarian language
13177	3600	0	snowball stemmer for indonesian language
13179	3600	0	snowball stemmer for irish language
13181	3600	0	snowball stemmer for italian language
13183	3600	0	snowball stemmer for lithuanian language
13185	3600	0	snowball stemmer for nepali language
13187	3600	0	snowball stemmer for norwegian language
13189	3600	0	snowball stemmer for portuguese language
13191	3600	0	snowball stemmer for romanian language
13193	3600	0	snowball stemmer for russian language
13195	3600	0	snowball stemmer for serbian language
13197	3600	0	snowball stemmer for spanish language
13199	3600	0	snowball stemmer for swedish language
13201	3600	0	snowball stemmer for tamil language
13203	3600	0	snowball stemmer for turkish language
13205	3600	0	snowball stemmer for yiddish language
3748	3602	0	simple configuration
13152	3602	0	configuration for arabic language
13154	3602	0	configuration for armenian language
13156	3602	0	configuration for basque language
13158	3602	0	configuration for catalan language
13160	3602	0	configuration for danish language
13162	3602	0	configuration for dutch language
13164	3602	0	configuration for english language
13166	3602	0	configuration for finnish language
13168	3602	0	configuration for french language
13170	3602	0	configuration for german language
13172	3602	0	configuration for greek language
13174	3602	0	configuration for hindi language
13176	3602	0	configuration for hungarian language
13178	3602	0	configuration for indonesian language
13180	3602	0	configuration for irish language
13182	3602	0	configuration for italian language
13184	3602	0	configuration for lithuanian language
13186	3602	0	configuration for nepali language
13188	3602	0	configuration for norwegian language
13190	3602	0	configuration for portuguese language
13192	3602	0	configuration for romanian language
13194	3602	0	configuration for russian language
13196	3602	0	configuration for serbian language
13198	3602	0	configuration for spanish language
13200	3602	0	configuration for swedish language
13202	3602	0	configuration for tamil language
13204	3602	0	configuration for turkish language
13206	3602	0	configuration for yiddish language
""",
    "pg_settings": r"""
DateStyle	\N	\N	Client Connection Defaults / Locale and Formatting	Sets the display format for date and time values.	Also controls interpretation of ambiguous date inputs.	user	string	\N	\N	\N	\N	ISO, MDY	\N	\N	\N	f
IntervalStyle	\N	\N	Client Connection Defaults / Locale and Formatting	Sets the display format for interval values.	\N	user	enum	\N	\N	\N	{postgres,postgres_verbose,sql_standard,iso_8601}	postgres	\N	\N	\N	f
TimeZone	\N	\N	Client Connection Defaults / Locale and Formatting	Sets the time zone for displaying and interpreting time stamps.	\N	user	string	\N	\N	\N	\N	GMT	\N	\N	\N	f
allow_in_place_tablespaces	\N	\N	Developer Options	Allows tablespaces directly inside pg_tblspc, for testing.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
allow_system_table_mods	\N	\N	Developer Options	Allows modifications of the structure of system tables.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
application_name	\N	\N	Reporting and Logging / What to Log	Sets the application name to be reported in statistics and logs.	\N	user	string	\N	\N	\N	\N		\N	\N	\N	f
archive_cleanup_command	\N	\N	Write-Ahead Log / Archive Recovery	Sets the shell command that will be executed at every restart point.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
archive_command	\N	\N	Write-Ahead Log / Archiving	Sets the shell command that will be called to archive a WAL file.	This is used only if "archive_library" is not set.	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
archive_library	\N	\N	Write-Ahead Log / Archiving	Sets the library that will be called to archive a WAL file.	An empty string indicates that "archive_command" should be used.	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
archive_mode	\N	\N	Write-Ahead Log / Archiving	Allows archiving of WAL files using archive_command.	\N	postmaster	enum	\N	\N	\N	{always,on,off}	off	\N	\N	\N	f
archive_timeout	\N	s	Write-Ahead Log / Archiving	Sets the amount of time to wait before forcing a switch to the next WAL file.	\N	sighup	integer	\N	0	1073741823	\N	0	\N	\N	\N	f
array_nulls	\N	\N	Version and Platform Compatibility / Previous PostgreSQL Versions	Enable input of NULL elements in arrays.	When turned on, unquoted NULL in an array input value means a null value; otherwise it is taken literally.	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
authentication_timeout	\N	s	Connections and Authentication / Authentication	Sets the maximum allowed time to complete client authentication.	\N	sighup	integer	\N	1	600	\N	60	\N	\N	\N	f
autovacuum	\N	\N	Autovacuum	Starts the autovacuum subprocess.	\N	sighup	bool	\N	\N	\N	\N	on	\N	\N	\N	f
autovacuum_analyze_scale_factor	\N	\N	Autovacuum	Number of tuple inserts, updates, or deletes prior to analyze as a fraction of reltuples.	\N	sighup	real	\N	0	100	\N	0.1	\N	\N	\N	f
autovacuum_analyze_threshold	\N	\N	Autovacuum	Minimum number of tuple inserts, updates, or deletes prior to analyze.	\N	sighup	integer	\N	0	2147483647	\N	50	\N	\N	\N	f
autovacuum_freeze_max_age	\N	\N	Autovacuum	Age at which to autovacuum a table to prevent transaction ID wraparound.	\N	postmaster	integer	\N	100000	2000000000	\N	200000000	\N	\N	\N	f
autovacuum_max_workers	\N	\N	Autovacuum	Sets the maximum number of simultaneously running autovacuum worker processes.	\N	postmaster	integer	\N	1	262143	\N	3	\N	\N	\N	f
autovacuum_multixact_freeze_max_age	\N	\N	Autovacuum	Multixact age at which to autovacuum a table to prevent multixact wraparound.	\N	postmaster	integer	\N	10000	2000000000	\N	400000000	\N	\N	\N	f
autovacuum_naptime	\N	s	Autovacuum	Time to sleep between autovacuum runs.	\N	sighup	integer	\N	1	2147483	\N	60	\N	\N	\N	f
autovacuum_vacuum_cost_delay	\N	ms	Autovacuum	Vacuum cost delay in milliseconds, for autovacuum.	\N	sighup	real	\N	-1	100	\N	2	\N	\N	\N	f
autovacuum_vacuum_cost_limit	\N	\N	Autovacuum	Vacuum cost amount available before napping, for autovacuum.	\N	sighup	integer	\N	-1	10000	\N	-1	\N	\N	\N	f
autovacuum_vacuum_insert_scale_factor	\N	\N	Autovacuum	Number of tuple inserts prior to vacuum as a fraction of reltuples.	\N	sighup	real	\N	0	100	\N	0.2	\N	\N	\N	f
autovacuum_vacuum_insert_threshold	\N	\N	Autovacuum	Minimum number of tuple inserts prior to vacuum, or -1 to disable insert vacuums.	\N	sighup	integer	\N	-1	2147483647	\N	1000	\N	\N	\N	f
autovacuum_vacuum_scale_factor	\N	\N	Autovacuum	Number of tuple updates or deletes prior to vacuum as a fraction of reltuples.	\N	sighup	real	\N	0	100	\N	0.2	\N	\N	\N	f
autovacuum_vacuum_threshold	\N	\N	Autovacuum	Minimum number of tuple updates or deletes prior to vacuum.	\N	sighup	integer	\N	0	2147483647	\N	50	\N	\N	\N	f
autovacuum_work_mem	\N	kB	Resource Usage / Memory	Sets the maximum memory to be used by each autovacuum worker process.	\N	sighup	integer	\N	-1	2147483647	\N	-1	\N	\N	\N	f
backend_flush_after	\N	8kB	Resource Usage / Asynchronous Behavior	Number of pages after which previously performed writes are flushed to disk.	\N	user	integer	\N	0	256	\N	0	\N	\N	\N	f
backslash_quote	\N	\N	Version and Platform Compatibility / Previous PostgreSQL Versions	Sets whether "\\'" is allowed in string literals.	\N	user	enum	\N	\N	\N	{safe_encoding,on,off}	safe_encoding	\N	\N	\N	f
backtrace_functions	\N	\N	Developer Options	Log backtrace for errors in these functions.	\N	superuser	string	\N	\N	\N	\N		\N	\N	\N	f
bgwriter_delay	\N	ms	Resource Usage / Background Writer	Background writer sleep time between rounds.	\N	sighup	integer	\N	10	10000	\N	200	\N	\N	\N	f
bgwriter_flush_after	\N	8kB	Resource Usage / Background Writer	Number of pages after which previously performed writes are flushed to disk.	\N	sighup	integer	\N	0	256	\N	64	\N	\N	\N	f
bgwriter_lru_maxpages	\N	\N	Resource Usage / Background Writer	Background writer maximum number of LRU pages to flush per round.	\N	sighup	integer	\N	0	1073741823	\N	100	\N	\N	\N	f
bgwriter_lru_multiplier	\N	\N	Resource Usage / Background Writer	Multiple of the average buffer usage to free per round.	\N	sighup	real	\N	0	10	\N	2	\N	\N	\N	f
block_size	\N	\N	Preset Options	Shows the size of a disk block.	\N	internal	integer	\N	8192	8192	\N	8192	\N	\N	\N	f
bonjour	\N	\N	Connections and Authentication / Connection Settings	Enables advertising the server via Bonjour.	\N	postmaster	bool	\N	\N	\N	\N	off	\N	\N	\N	f
bonjour_name	\N	\N	Connections and Authentication / Connection Settings	Sets the Bonjour service name.	\N	postmaster	string	\N	\N	\N	\N		\N	\N	\N	f
bytea_output	\N	\N	Client Connection Defaults / Statement Behavior	Sets the output format for bytea.	\N	user	enum	\N	\N	\N	{escape,hex}	hex	\N	\N	\N	f
check_function_bodies	\N	\N	Client Connection Defaults / Statement Behavior	Check routine bodies during CREATE FUNCTION and CREATE PROCEDURE.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
checkpoint_completion_target	\N	\N	Write-Ahead Log / Checkpoints	Time spent flushing dirty buffers during checkpoint, as fraction of checkpoint interval.	\N	sighup	real	\N	0	1	\N	0.9	\N	\N	\N	f
checkpoint_flush_after	\N	8kB	Write-Ahead Log / Checkpoints	Number of pages after which previously performed writes are flushed to disk.	\N	sighup	integer	\N	0	256	\N	32	\N	\N	\N	f
checkpoint_timeout	\N	s	Write-Ahead Log / Checkpoints	Sets the maximum time between automatic WAL checkpoints.	\N	sighup	integer	\N	30	86400	\N	300	\N	\N	\N	f
checkpoint_warning	\N	s	Write-Ahead Log / Checkpoints	Sets the maximum time before warning if checkpoints triggered by WAL volume happen too frequently.	Write a message to the server log if checkpoints caused by the filling of WAL segment files happen more frequently than this amount of time. Zero turns off the warning.	sighup	integer	\N	0	2147483647	\N	30	\N	\N	\N	f
client_connection_check_interval	\N	ms	Connections and Authentication / Connection Settings	Sets the time interval between checks for disconnection while running queries.	\N	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
client_encoding	\N	\N	Client Connection Defaults / Locale and Formatting	Sets the client's character set encoding.	\N	user	string	\N	\N	\N	\N	SQL_ASCII	\N	\N	\N	f
client_min_messages	\N	\N	Client Connection Defaults / Statement Behavior	Sets the message levels that are sent to the client.	Each level includes all the levels that follow it. The later the level, the fewer messages are sent.	user	enum	\N	\N	\N	{debug5,debug4,debug3,debug2,debug1,log,notice,warning,error}	notice	\N	\N	\N	f
cluster_name	\N	\N	Reporting and Logging / Process Title	Sets the name of the cluster, which is included in the process title.	\N	postmaster	string	\N	\N	\N	\N		\N	\N	\N	f
commit_delay	\N	\N	Write-Ahead Log / Settings	Sets the delay in microseconds between transaction commit and flushing WAL to disk.	\N	superuser	integer	\N	0	100000	\N	0	\N	\N	\N	f
commit_siblings	\N	\N	Write-Ahead Log / Settings	Sets the minimum number of concurrent open transactions required before performing commit_delay.	\N	user	integer	\N	0	1000	\N	5	\N	\N	\N	f
compute_query_id	\N	\N	Statistics / Monitoring	Enables in-core computation of query identifiers.	\N	superuser	enum	\N	\N	\N	{auto,regress,on,off}	auto	\N	\N	\N	f
constraint_exclusion	\N	\N	Query Tuning / Other Planner Options	Enables the planner to use constraints to optimize queries.	Table scans will be skipped if their constraints guarantee that no rows match the query.	user	enum	\N	\N	\N	{partition,on,off}	partition	\N	\N	\N	f
cpu_index_tuple_cost	\N	\N	Query Tuning / Planner Cost Constants	Sets the planner's estimate of the cost of processing each index entry during an index scan.	\N	user	real	\N	0	1.79769e+308	\N	0.005	\N	\N	\N	f
cpu_operator_cost	\N	\N	Query Tuning / Planner Cost Constants	Sets the planner's estimate of the cost of processing each operator or function call.	\N	user	real	\N	0	1.79769e+308	\N	0.0025	\N	\N	\N	f
cpu_tuple_cost	\N	\N	Query Tuning / Planner Cost Constants	Sets the planner's estimate of the cost of processing each tuple (row).	\N	user	real	\N	0	1.79769e+308	\N	0.01	\N	\N	\N	f
cursor_tuple_fraction	\N	\N	Query Tuning / Other Planner Options	Sets the planner's estimate of the fraction of a cursor's rows that will be retrieved.	\N	user	real	\N	0	1	\N	0.1	\N	\N	\N	f
data_checksums	\N	\N	Preset Options	Shows whether data checksums are turned on for this cluster.	\N	internal	bool	\N	\N	\N	\N	off	\N	\N	\N	f
data_directory_mode	\N	\N	Preset Options	Shows the mode of the data directory.	The parameter value is a numeric mode specification in the form accepted by the chmod and umask system calls. (To use the customary octal format the number must start with a 0 (zero).)	internal	integer	\N	0	511	\N	448	\N	\N	\N	f
data_sync_retry	\N	\N	Error Handling	Whether to continue running after a failure to sync data files.	\N	postmaster	bool	\N	\N	\N	\N	off	\N	\N	\N	f
db_user_namespace	\N	\N	Connections and Authentication / Authentication	Enables per-database user names.	\N	sighup	bool	\N	\N	\N	\N	off	\N	\N	\N	f
deadlock_timeout	\N	ms	Lock Management	Sets the time to wait on a lock before checking for deadlock.	\N	superuser	integer	\N	1	2147483647	\N	1000	\N	\N	\N	f
debug_assertions	\N	\N	Preset Options	Shows whether the running server has assertion checks enabled.	\N	internal	bool	\N	\N	\N	\N	off	\N	\N	\N	f
debug_discard_caches	\N	\N	Developer Options	Aggressively flush system caches for debugging purposes.	\N	superuser	integer	\N	0	0	\N	0	\N	\N	\N	f
debug_pretty_print	\N	\N	Reporting and Logging / What to Log	Indents parse and plan tree displays.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
debug_print_parse	\N	\N	Reporting and Logging / What to Log	Logs each query's parse tree.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
debug_print_plan	\N	\N	Reporting and Logging / What to Log	Logs each query's execution plan.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
debug_print_rewritten	\N	\N	Reporting and Logging / What to Log	Logs each query's rewritten parse tree.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
default_statistics_target	\N	\N	Query Tuning / Other Planner Options	Sets the default statistics target.	This applies to table columns that have not had a column-specific target set via ALTER TABLE SET STATISTICS.	user	integer	\N	1	10000	\N	100	\N	\N	\N	f
default_table_access_method	\N	\N	Client Connection Defaults / Statement Behavior	Sets the default table access method for new tables.	\N	user	string	\N	\N	\N	\N	heap	\N	\N	\N	f
default_tablespace	\N	\N	Client Connection Defaults / Statement Behavior	Sets the default tablespace to create tables and indexes in.	An empty string selects the database's default tablespace.	user	string	\N	\N	\N	\N		\N	\N	\N	f
default_text_search_config	\N	\N	Client Connection Defaults / Locale and Formatting	Sets default text search configuration.	\N	user	string	\N	\N	\N	\N	pg_catalog.simple	\N	\N	\N	f
default_toast_compression	\N	\N	Client Connection Defaults / Statement Behavior	Sets the default compression method for compressible values.	\N	user	enum	\N	\N	\N	{pglz,lz4}	pglz	\N	\N	\N	f
default_transaction_deferrable	\N	\N	Client Connection Defaults / Statement Behavior	Sets the default deferrable status of new transactions.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
default_transaction_isolation	\N	\N	Client Connection Defaults / Statement Behavior	Sets the transaction isolation level of each new transaction.	\N	user	enum	\N	\N	\N	{serializable,"repeatable read","read committed","read uncommitted"}	read committed	\N	\N	\N	f
default_transaction_read_only	\N	\N	Client Connection Defaults / Statement Behavior	Sets the default read-only status of new transactions.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
dynamic_library_path	\N	\N	Client Connection Defaults / Other Defaults	Sets the path for dynamically loadable modules.	If a dynamically loadable module needs to be opened and the specified name does not have a directory component (i.e., the name does not contain a slash), the system will search this path for the specified file.	superuser	string	\N	\N	\N	\N	$libdir	\N	\N	\N	f
dynamic_shared_memory_type	\N	\N	Resource Usage / Memory	Selects the dynamic shared memory implementation used.	\N	postmaster	enum	\N	\N	\N	{posix,sysv,mmap}	posix	\N	\N	\N	f
effective_cache_size	\N	8kB	Query Tuning / Planner Cost Constants	Sets the planner's assumption about the total size of the data caches.	That is, the total size of the caches (kernel cache and shared buffers) used for PostgreSQL data files. This is measured in disk pages, which are normally 8 kB each.	user	integer	\N	1	2147483647	\N	524288	\N	\N	\N	f
effective_io_concurrency	\N	\N	Resource Usage / Asynchronous Behavior	Number of simultaneous requests that can be handled efficiently by the disk subsystem.	\N	user	integer	\N	0	1000	\N	1	\N	\N	\N	f
enable_async_append	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of async append plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_bitmapscan	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of bitmap-scan plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_gathermerge	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of gather merge plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_hashagg	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of hashed aggregation plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_hashjoin	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of hash join plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_incremental_sort	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of incremental sort steps.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_indexonlyscan	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of index-only-scan plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_indexscan	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of index-scan plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_material	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of materialization.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_memoize	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of memoization.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_mergejoin	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of merge join plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_nestloop	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of nested-loop join plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_parallel_append	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of parallel append plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_parallel_hash	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of parallel hash plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_partition_pruning	\N	\N	Query Tuning / Planner Method Configuration	Enables plan-time and execution-time partition pruning.	Allows the query planner and executor to compare partition bounds to conditions in the query to determine which partitions must be scanned.	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_partitionwise_aggregate	\N	\N	Query Tuning / Planner Method Configuration	Enables partitionwise aggregation and grouping.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
enable_partitionwise_join	\N	\N	Query Tuning / Planner Method Configuration	Enables partitionwise join.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
enable_seqscan	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of sequential-scan plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_sort	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of explicit sort steps.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
enable_tidscan	\N	\N	Query Tuning / Planner Method Configuration	Enables the planner's use of TID scan plans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
escape_string_warning	\N	\N	Version and Platform Compatibility / Previous PostgreSQL Versions	Warn about backslash escapes in ordinary string literals.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
event_source	\N	\N	Reporting and Logging / Where to Log	Sets the application name used to identify PostgreSQL messages in the event log.	\N	postmaster	string	\N	\N	\N	\N	PostgreSQL	\N	\N	\N	f
exit_on_error	\N	\N	Error Handling	Terminate session on any error.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
extension_destdir	\N	\N	File Locations	Path to prepend for extension loading.	This directory is prepended to paths when loading extensions (control and SQL files), and to the '$libdir' directive when loading modules that back functions. The location is made configurable to allow build-time testing of extensions that do not have been installed to their proper location yet.	superuser	string	\N	\N	\N	\N		\N	\N	\N	f
external_pid_file	\N	\N	File Locations	Writes the postmaster PID to the specified file.	\N	postmaster	string	\N	\N	\N	\N	\N	\N	\N	\N	f
extra_float_digits	\N	\N	Client Connection Defaults / Locale and Formatting	Sets the number of digits displayed for floating-point values.	This affects real, double precision, and geometric data types. A zero or negative parameter value is added to the standard number of digits (FLT_DIG or DBL_DIG as appropriate). Any value greater than zero selects precise output mode.	user	integer	\N	-15	3	\N	1	\N	\N	\N	f
force_parallel_mode	\N	\N	Developer Options	Forces use of parallel query facilities.	If possible, run query using a parallel worker and with parallel restrictions.	user	enum	\N	\N	\N	{off,on,regress}	off	\N	\N	\N	f
from_collapse_limit	\N	\N	Query Tuning / Other Planner Options	Sets the FROM-list size beyond which subqueries are not collapsed.	The planner will merge subqueries into upper queries if the resulting FROM list would have no more than this many items.	user	integer	\N	1	2147483647	\N	8	\N	\N	\N	f
fsync	\N	\N	Write-Ahead Log / Settings	Forces synchronization of updates to disk.	The server will use the fsync() system call in several places to make sure that updates are physically written to disk. This ensures that a database cluster will recover to a consistent state after an operating system or hardware crash.	sighup	bool	\N	\N	\N	\N	on	\N	\N	\N	f
full_page_writes	\N	\N	Write-Ahead Log / Settings	Writes full pages to WAL when first modified after a checkpoint.	A page write in process during an operating system crash might be only partially written to disk.  During recovery, the row changes stored in WAL are not enough to recover.  This option writes pages when first modified after a checkpoint to WAL so full recovery is possible.	sighup	bool	\N	\N	\N	\N	on	\N	\N	\N	f
geqo	\N	\N	Query Tuning / Genetic Query Optimizer	Enables genetic query optimization.	This algorithm attempts to do planning without exhaustive searching.	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
geqo_effort	\N	\N	Query Tuning / Genetic Query Optimizer	GEQO: effort is used to set the default for other GEQO parameters.	\N	user	integer	\N	1	10	\N	5	\N	\N	\N	f
geqo_generations	\N	\N	Query Tuning / Genetic Query Optimizer	GEQO: number of iterations of the algorithm.	Zero selects a suitable default value.	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
geqo_pool_size	\N	\N	Query Tuning / Genetic Query Optimizer	GEQO: number of individuals in the population.	Zero selects a suitable default value.	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
geqo_seed	\N	\N	Query Tuning / Genetic Query Optimizer	GEQO: seed for random path selection.	\N	user	real	\N	0	1	\N	0	\N	\N	\N	f
geqo_selection_bias	\N	\N	Query Tuning / Genetic Query Optimizer	GEQO: selective pressure within the population.	\N	user	real	\N	1.5	2	\N	2	\N	\N	\N	f
geqo_threshold	\N	\N	Query Tuning / Genetic Query Optimizer	Sets the threshold of FROM items beyond which GEQO is used.	\N	user	integer	\N	2	2147483647	\N	12	\N	\N	\N	f
gin_fuzzy_search_limit	\N	\N	Client Connection Defaults / Other Defaults	Sets the maximum allowed result for exact search by GIN.	\N	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
gin_pending_list_limit	\N	kB	Client Connection Defaults / Statement Behavior	Sets the maximum size of the pending list for GIN index.	\N	user	integer	\N	64	2147483647	\N	4096	\N	\N	\N	f
hash_mem_multiplier	\N	\N	Resource Usage / Memory	Multiple of work_mem to use for hash tables.	\N	user	real	\N	1	1000	\N	2	\N	\N	\N	f
hot_standby	\N	\N	Replication / Standby Servers	Allows connections and queries during recovery.	\N	postmaster	bool	\N	\N	\N	\N	on	\N	\N	\N	f
hot_standby_feedback	\N	\N	Replication / Standby Servers	Allows feedback from a hot standby to the primary that will avoid query conflicts.	\N	sighup	bool	\N	\N	\N	\N	off	\N	\N	\N	f
huge_page_size	\N	kB	Resource Usage / Memory	The size of huge page that should be requested.	\N	postmaster	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
huge_pages	\N	\N	Resource Usage / Memory	Use of huge pages on Linux or Windows.	\N	postmaster	enum	\N	\N	\N	{off,on,try}	try	\N	\N	\N	f
idle_in_transaction_session_timeout	\N	ms	Client Connection Defaults / Statement Behavior	Sets the maximum allowed idle time between queries, when in a transaction.	A value of 0 turns off the timeout.	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
idle_session_timeout	\N	ms	Client Connection Defaults / Statement Behavior	Sets the maximum allowed idle time between queries, when not in a transaction.	A value of 0 turns off the timeout.	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
ignore_checksum_failure	\N	\N	Developer Options	Continues processing after a checksum failure.	Detection of a checksum failure normally causes PostgreSQL to report an error, aborting the current transaction. Setting ignore_checksum_failure to true causes the system to ignore the failure (but still report a warning), and continue processing. This behavior could cause crashes or other serious problems. Only has an effect if checksums are enabled.	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
ignore_invalid_pages	\N	\N	Developer Options	Continues recovery after an invalid pages failure.	Detection of WAL records having references to invalid pages during recovery causes PostgreSQL to raise a PANIC-level error, aborting the recovery. Setting ignore_invalid_pages to true causes the system to ignore invalid page references in WAL records (but still report a warning), and continue recovery. This behavior may cause crashes, data loss, propagate or hide corruption, or other serious problems. Only has an effect during recovery or in standby mode.	postmaster	bool	\N	\N	\N	\N	off	\N	\N	\N	f
ignore_system_indexes	\N	\N	Developer Options	Disables reading from system indexes.	It does not prevent updating the indexes, so it is safe to use.  The worst consequence is slowness.	backend	bool	\N	\N	\N	\N	off	\N	\N	\N	f
in_hot_standby	\N	\N	Preset Options	Shows whether hot standby is currently active.	\N	internal	bool	\N	\N	\N	\N	off	\N	\N	\N	f
integer_datetimes	\N	\N	Preset Options	Shows whether datetimes are integer based.	\N	internal	bool	\N	\N	\N	\N	on	\N	\N	\N	f
jit	\N	\N	Query Tuning / Other Planner Options	Allow JIT compilation.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
jit_above_cost	\N	\N	Query Tuning / Planner Cost Constants	Perform JIT compilation if query is more expensive.	-1 disables JIT compilation.	user	real	\N	-1	1.79769e+308	\N	100000	\N	\N	\N	f
jit_debugging_support	\N	\N	Developer Options	Register JIT-compiled functions with debugger.	\N	superuser-backend	bool	\N	\N	\N	\N	off	\N	\N	\N	f
jit_dump_bitcode	\N	\N	Developer Options	Write out LLVM bitcode to facilitate JIT debugging.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
jit_expressions	\N	\N	Developer Options	Allow JIT compilation of expressions.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
jit_inline_above_cost	\N	\N	Query Tuning / Planner Cost Constants	Perform JIT inlining if query is more expensive.	-1 disables inlining.	user	real	\N	-1	1.79769e+308	\N	500000	\N	\N	\N	f
jit_optimize_above_cost	\N	\N	Query Tuning / Planner Cost Constants	Optimize JIT-compiled functions if query is more expensive.	-1 disables optimization.	user	real	\N	-1	1.79769e+308	\N	500000	\N	\N	\N	f
jit_profiling_support	\N	\N	Developer Options	Register JIT-compiled functions with perf profiler.	\N	superuser-backend	bool	\N	\N	\N	\N	off	\N	\N	\N	f
jit_provider	\N	\N	Client Connection Defaults / Shared Library Preloading	JIT provider to use.	\N	postmaster	string	\N	\N	\N	\N	llvmjit	\N	\N	\N	f
jit_tuple_deforming	\N	\N	Developer Options	Allow JIT compilation of tuple deforming.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
join_collapse_limit	\N	\N	Query Tuning / Other Planner Options	Sets the FROM-list size beyond which JOIN constructs are not flattened.	The planner will flatten explicit JOIN constructs into lists of FROM items whenever a list of no more than this many items would result.	user	integer	\N	1	2147483647	\N	8	\N	\N	\N	f
krb_caseins_users	\N	\N	Connections and Authentication / Authentication	Sets whether Kerberos and GSSAPI user names should be treated as case-insensitive.	\N	sighup	bool	\N	\N	\N	\N	off	\N	\N	\N	f
krb_server_keyfile	\N	\N	Connections and Authentication / Authentication	Sets the location of the Kerberos server key file.	\N	sighup	string	\N	\N	\N	\N	FILE:/etc/postgresql-common/krb5.keytab	\N	\N	\N	f
lc_collate	\N	\N	Preset Options	Shows the collation order locale.	\N	internal	string	\N	\N	\N	\N	C	\N	\N	\N	f
lc_ctype	\N	\N	Preset Options	Shows the character classification and case conversion locale.	\N	internal	string	\N	\N	\N	\N	C	\N	\N	\N	f
listen_addresses	\N	\N	Connections and Authentication / Connection Settings	Sets the host name or IP address(es) to listen to.	\N	postmaster	string	\N	\N	\N	\N	localhost	\N	\N	\N	f
lo_compat_privileges	\N	\N	Version and Platform Compatibility / Previous PostgreSQL Versions	Enables backward compatibility mode for privilege checks on large objects.	Skips privilege checks when reading or modifying large objects, for compatibility with PostgreSQL releases prior to 9.0.	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
local_preload_libraries	\N	\N	Client Connection Defaults / Shared Library Preloading	Lists unprivileged shared libraries to preload into each backend.	\N	user	string	\N	\N	\N	\N		\N	\N	\N	f
lock_timeout	\N	ms	Client Connection Defaults / Statement Behavior	Sets the maximum allowed duration of any wait for a lock.	A value of 0 turns off the timeout.	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
log_autovacuum_min_duration	\N	ms	Reporting and Logging / What to Log	Sets the minimum execution time above which autovacuum actions will be logged.	Zero prints all actions. -1 turns autovacuum logging off.	sighup	integer	\N	-1	2147483647	\N	600000	\N	\N	\N	f
log_checkpoints	\N	\N	Reporting and Logging / What to Log	Logs each checkpoint.	\N	sighup	bool	\N	\N	\N	\N	on	\N	\N	\N	f
log_connections	\N	\N	Reporting and Logging / What to Log	Logs each successful connection.	\N	superuser-backend	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_destination	\N	\N	Reporting and Logging / Where to Log	Sets the destination for server log output.	Valid values are combinations of "stderr", "syslog", "csvlog", "jsonlog", and "eventlog", depending on the platform.	sighup	string	\N	\N	\N	\N	stderr	\N	\N	\N	f
log_directory	\N	\N	Reporting and Logging / Where to Log	Sets the destination directory for log files.	Can be specified as relative to the data directory or as absolute path.	sighup	string	\N	\N	\N	\N	log	\N	\N	\N	f
log_disconnections	\N	\N	Reporting and Logging / What to Log	Logs end of a session, including duration.	\N	superuser-backend	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_duration	\N	\N	Reporting and Logging / What to Log	Logs the duration of each completed SQL statement.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_error_verbosity	\N	\N	Reporting and Logging / What to Log	Sets the verbosity of logged messages.	\N	superuser	enum	\N	\N	\N	{terse,default,verbose}	default	\N	\N	\N	f
log_executor_stats	\N	\N	Statistics / Monitoring	Writes executor performance statistics to the server log.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_file_mode	\N	\N	Reporting and Logging / Where to Log	Sets the file permissions for log files.	The parameter value is expected to be a numeric mode specification in the form accepted by the chmod and umask system calls. (To use the customary octal format the number must start with a 0 (zero).)	sighup	integer	\N	0	511	\N	384	\N	\N	\N	f
log_filename	\N	\N	Reporting and Logging / Where to Log	Sets the file name pattern for log files.	\N	sighup	string	\N	\N	\N	\N	postgresql-%Y-%m-%d_%H%M%S.log	\N	\N	\N	f
log_hostname	\N	\N	Reporting and Logging / What to Log	Logs the host name in the connection logs.	By default, connection logs only show the IP address of the connecting host. If you want them to show the host name you can turn this on, but depending on your host name resolution setup it might impose a non-negligible performance penalty.	sighup	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_line_prefix	\N	\N	Reporting and Logging / What to Log	Controls information prefixed to each log line.	If blank, no prefix is used.	sighup	string	\N	\N	\N	\N	%m [%p] 	\N	\N	\N	f
log_lock_waits	\N	\N	Reporting and Logging / What to Log	Logs long lock waits.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_min_duration_sample	\N	ms	Reporting and Logging / When to Log	Sets the minimum execution time above which a sample of statements will be logged. Sampling is determined by log_statement_sample_rate.	Zero logs a sample of all queries. -1 turns this feature off.	superuser	integer	\N	-1	2147483647	\N	-1	\N	\N	\N	f
log_min_duration_statement	\N	ms	Reporting and Logging / When to Log	Sets the minimum execution time above which all statements will be logged.	Zero prints all queries. -1 turns this feature off.	superuser	integer	\N	-1	2147483647	\N	-1	\N	\N	\N	f
log_min_error_statement	\N	\N	Reporting and Logging / When to Log	Causes all statements generating error at or above this level to be logged.	Each level includes all the levels that follow it. The later the level, the fewer messages are sent.	superuser	enum	\N	\N	\N	{debug5,debug4,debug3,debug2,debug1,info,notice,warning,error,log,fatal,panic}	error	\N	\N	\N	f
log_min_messages	\N	\N	Reporting and Logging / When to Log	Sets the message levels that are logged.	Each level includes all the levels that follow it. The later the level, the fewer messages are sent.	superuser	enum	\N	\N	\N	{debug5,debug4,debug3,debug2,debug1,info,notice,warning,error,log,fatal,panic}	warning	\N	\N	\N	f
log_parameter_max_length	\N	B	Reporting and Logging / What to Log	Sets the maximum length in bytes of data logged for bind parameter values when logging statements.	-1 to print values in full.	superuser	integer	\N	-1	1073741823	\N	-1	\N	\N	\N	f
log_parameter_max_length_on_error	\N	B	Reporting and Logging / What to Log	Sets the maximum length in bytes of data logged for bind parameter values when logging statements, on error.	-1 to print values in full.	user	integer	\N	-1	1073741823	\N	0	\N	\N	\N	f
log_parser_stats	\N	\N	Statistics / Monitoring	Writes parser performance statistics to the server log.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_planner_stats	\N	\N	Statistics / Monitoring	Writes planner performance statistics to the server log.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_recovery_conflict_waits	\N	\N	Reporting and Logging / What to Log	Logs standby recovery conflict waits.	\N	sighup	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_replication_commands	\N	\N	Reporting and Logging / What to Log	Logs each replication command.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_rotation_age	\N	min	Reporting and Logging / Where to Log	Sets the amount of time to wait before forcing log file rotation.	\N	sighup	integer	\N	0	35791394	\N	1440	\N	\N	\N	f
log_rotation_size	\N	kB	Reporting and Logging / Where to Log	Sets the maximum size a log file can reach before being rotated.	\N	sighup	integer	\N	0	2097151	\N	10240	\N	\N	\N	f
log_startup_progress_interval	\N	ms	Reporting and Logging / When to Log	Time between progress updates for long-running startup operations.	0 turns this feature off.	sighup	integer	\N	0	2147483647	\N	10000	\N	\N	\N	f
log_statement	\N	\N	Reporting and Logging / What to Log	Sets the type of statements logged.	\N	superuser	enum	\N	\N	\N	{none,ddl,mod,all}	none	\N	\N	\N	f
log_statement_sample_rate	\N	\N	Reporting and Logging / When to Log	Fraction of statements exceeding log_min_duration_sample to be logged.	Use a value between 0.0 (never log) and 1.0 (always log).	superuser	real	\N	0	1	\N	1	\N	\N	\N	f
log_statement_stats	\N	\N	Statistics / Monitoring	Writes cumulative performance statistics to the server log.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
log_temp_files	\N	kB	Reporting and Logging / What to Log	Log the use of temporary files larger than this number of kilobytes.	Zero logs all files. The default is -1 (turning this feature off).	superuser	integer	\N	-1	2147483647	\N	-1	\N	\N	\N	f
log_timezone	\N	\N	Reporting and Logging / What to Log	Sets the time zone to use in log messages.	\N	sighup	string	\N	\N	\N	\N	GMT	\N	\N	\N	f
log_transaction_sample_rate	\N	\N	Reporting and Logging / When to Log	Sets the fraction of transactions from which to log all statements.	Use a value between 0.0 (never log) and 1.0 (log all statements for all transactions).	superuser	real	\N	0	1	\N	0	\N	\N	\N	f
log_truncate_on_rotation	\N	\N	Reporting and Logging / Where to Log	Truncate existing log files of same name during log rotation.	\N	sighup	bool	\N	\N	\N	\N	off	\N	\N	\N	f
logging_collector	\N	\N	Reporting and Logging / Where to Log	Start a subprocess to capture stderr, csvlog and/or jsonlog into log files.	\N	postmaster	bool	\N	\N	\N	\N	off	\N	\N	\N	f
logical_decoding_work_mem	\N	kB	Resource Usage / Memory	Sets the maximum memory to be used for logical decoding.	This much memory can be used by each internal reorder buffer before spilling to disk.	user	integer	\N	64	2147483647	\N	65536	\N	\N	\N	f
maintenance_io_concurrency	\N	\N	Resource Usage / Asynchronous Behavior	A variant of effective_io_concurrency that is used for maintenance work.	\N	user	integer	\N	0	1000	\N	10	\N	\N	\N	f
maintenance_work_mem	\N	kB	Resource Usage / Memory	Sets the maximum memory to be used for maintenance operations.	This includes operations such as VACUUM and CREATE INDEX.	user	integer	\N	1024	2147483647	\N	65536	\N	\N	\N	f
max_connections	\N	\N	Connections and Authentication / Connection Settings	Sets the maximum number of concurrent connections.	\N	postmaster	integer	\N	1	262143	\N	100	\N	\N	\N	f
max_files_per_process	\N	\N	Resource Usage / Kernel Resources	Sets the maximum number of simultaneously open files for each server process.	\N	postmaster	integer	\N	64	2147483647	\N	1000	\N	\N	\N	f
max_function_args	\N	\N	Preset Options	Shows the maximum number of function arguments.	\N	internal	integer	\N	100	100	\N	100	\N	\N	\N	f
max_identifier_length	\N	\N	Preset Options	Shows the maximum identifier length.	\N	internal	integer	\N	63	63	\N	63	\N	\N	\N	f
max_index_keys	\N	\N	Preset Options	Shows the maximum number of index keys.	\N	internal	integer	\N	32	32	\N	32	\N	\N	\N	f
max_locks_per_transaction	\N	\N	Lock Management	Sets the maximum number of locks per transaction.	The shared lock table is sized on the assumption that at most max_locks_per_transaction * max_connections distinct objects will need to be locked at any one time.	postmaster	integer	\N	10	2147483647	\N	64	\N	\N	\N	f
max_logical_replication_workers	\N	\N	Replication / Subscribers	Maximum number of logical replication worker processes.	\N	postmaster	integer	\N	0	262143	\N	4	\N	\N	\N	f
max_parallel_maintenance_workers	\N	\N	Resource Usage / Asynchronous Behavior	Sets the maximum number of parallel processes per maintenance operation.	\N	user	integer	\N	0	1024	\N	2	\N	\N	\N	f
max_parallel_workers	\N	\N	Resource Usage / Asynchronous Behavior	Sets the maximum number of parallel workers that can be active at one time.	\N	user	integer	\N	0	1024	\N	8	\N	\N	\N	f
max_parallel_workers_per_gather	\N	\N	Resource Usage / Asynchronous Behavior	Sets the maximum number of parallel processes per executor node.	\N	user	integer	\N	0	1024	\N	2	\N	\N	\N	f
max_pred_locks_per_page	\N	\N	Lock Management	Sets the maximum number of predicate-locked tuples per page.	If more than this number of tuples on the same page are locked by a connection, those locks are replaced by a page-level lock.	sighup	integer	\N	0	2147483647	\N	2	\N	\N	\N	f
max_pred_locks_per_relation	\N	\N	Lock Management	Sets the maximum number of predicate-locked pages and tuples per relation.	If more than this total of pages and tuples in the same relation are locked by a connection, those locks are replaced by a relation-level lock.	sighup	integer	\N	-2147483648	2147483647	\N	-2	\N	\N	\N	f
max_pred_locks_per_transaction	\N	\N	Lock Management	Sets the maximum number of predicate locks per transaction.	The shared predicate lock table is sized on the assumption that at most max_pred_locks_per_transaction * max_connections distinct objects will need to be locked at any one time.	postmaster	integer	\N	10	2147483647	\N	64	\N	\N	\N	f
max_prepared_transactions	\N	\N	Resource Usage / Memory	Sets the maximum number of simultaneously prepared transactions.	\N	postmaster	integer	\N	0	262143	\N	0	\N	\N	\N	f
max_replication_slots	\N	\N	Replication / Sending Servers	Sets the maximum number of simultaneously defined replication slots.	\N	postmaster	integer	\N	0	262143	\N	10	\N	\N	\N	f
max_slot_wal_keep_size	\N	MB	Replication / Sending Servers	Sets the maximum WAL size that can be reserved by replication slots.	Replication slots will be marked as failed, and segments released for deletion or recycling, if this much space is occupied by WAL on disk.	sighup	integer	\N	-1	2147483647	\N	-1	\N	\N	\N	f
max_stack_depth	\N	kB	Resource Usage / Memory	Sets the maximum stack depth, in kilobytes.	\N	superuser	integer	\N	100	2147483647	\N	100	\N	\N	\N	f
max_standby_archive_delay	\N	ms	Replication / Standby Servers	Sets the maximum delay before canceling queries when a hot standby server is processing archived WAL data.	\N	sighup	integer	\N	-1	2147483647	\N	30000	\N	\N	\N	f
max_standby_streaming_delay	\N	ms	Replication / Standby Servers	Sets the maximum delay before canceling queries when a hot standby server is processing streamed WAL data.	\N	sighup	integer	\N	-1	2147483647	\N	30000	\N	\N	\N	f
max_sync_workers_per_subscription	\N	\N	Replication / Subscribers	Maximum number of table synchronization workers per subscription.	\N	sighup	integer	\N	0	262143	\N	2	\N	\N	\N	f
max_wal_senders	\N	\N	Replication / Sending Servers	Sets the maximum number of simultaneously running WAL sender processes.	\N	postmaster	integer	\N	0	262143	\N	10	\N	\N	\N	f
max_wal_size	\N	MB	Write-Ahead Log / Checkpoints	Sets the WAL size that triggers a checkpoint.	\N	sighup	integer	\N	2	2147483647	\N	1024	\N	\N	\N	f
max_worker_processes	\N	\N	Resource Usage / Asynchronous Behavior	Maximum number of concurrent worker processes.	\N	postmaster	integer	\N	0	262143	\N	8	\N	\N	\N	f
min_dynamic_shared_memory	\N	MB	Resource Usage / Memory	Amount of dynamic shared memory reserved at startup.	\N	postmaster	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
min_parallel_index_scan_size	\N	8kB	Query Tuning / Planner Cost Constants	Sets the minimum amount of index data for a parallel scan.	If the planner estimates that it will read a number of index pages too small to reach this limit, a parallel scan will not be considered.	user	integer	\N	0	715827882	\N	64	\N	\N	\N	f
min_parallel_table_scan_size	\N	8kB	Query Tuning / Planner Cost Constants	Sets the minimum amount of table data for a parallel scan.	If the planner estimates that it will read a number of table pages too small to reach this limit, a parallel scan will not be considered.	user	integer	\N	0	715827882	\N	1024	\N	\N	\N	f
min_wal_size	\N	MB	Write-Ahead Log / Checkpoints	Sets the minimum size to shrink the WAL to.	\N	sighup	integer	\N	2	2147483647	\N	80	\N	\N	\N	f
old_snapshot_threshold	\N	min	Resource Usage / Asynchronous Behavior	Time before a snapshot is too old to read pages changed after the snapshot was taken.	A value of -1 disables this feature.	postmaster	integer	\N	-1	86400	\N	-1	\N	\N	\N	f
parallel_leader_participation	\N	\N	Resource Usage / Asynchronous Behavior	Controls whether Gather and Gather Merge also run subplans.	Should gather nodes also run subplans or just gather tuples?	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
parallel_setup_cost	\N	\N	Query Tuning / Planner Cost Constants	Sets the planner's estimate of the cost of starting up worker processes for parallel query.	\N	user	real	\N	0	1.79769e+308	\N	1000	\N	\N	\N	f
parallel_tuple_cost	\N	\N	Query Tuning / Planner Cost Constants	Sets the planner's estimate of the cost of passing each tuple (row) from worker to leader backend.	\N	user	real	\N	0	1.79769e+308	\N	0.1	\N	\N	\N	f
password_encryption	\N	\N	Connections and Authentication / Authentication	Chooses the algorithm for encrypting passwords.	\N	user	enum	\N	\N	\N	{md5,scram-sha-256}	scram-sha-256	\N	\N	\N	f
plan_cache_mode	\N	\N	Query Tuning / Other Planner Options	Controls the planner's selection of custom or generic plan.	Prepared statements can have custom and generic plans, and the planner will attempt to choose which is better.  This can be set to override the default behavior.	user	enum	\N	\N	\N	{auto,force_generic_plan,force_custom_plan}	auto	\N	\N	\N	f
port	\N	\N	Connections and Authentication / Connection Settings	Sets the TCP port the server listens on.	\N	postmaster	integer	\N	1	65535	\N	5432	\N	\N	\N	f
post_auth_delay	\N	s	Developer Options	Sets the amount of time to wait after authentication on connection startup.	This allows attaching a debugger to the process.	backend	integer	\N	0	2147	\N	0	\N	\N	\N	f
pre_auth_delay	\N	s	Developer Options	Sets the amount of time to wait before authentication on connection startup.	This allows attaching a debugger to the process.	sighup	integer	\N	0	60	\N	0	\N	\N	\N	f
primary_conninfo	\N	\N	Replication / Standby Servers	Sets the connection string to be used to connect to the sending server.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
primary_slot_name	\N	\N	Replication / Standby Servers	Sets the name of the replication slot to use on the sending server.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
promote_trigger_file	\N	\N	Replication / Standby Servers	Specifies a file name whose presence ends recovery in the standby.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
quote_all_identifiers	\N	\N	Version and Platform Compatibility / Previous PostgreSQL Versions	When generating SQL fragments, quote all identifiers.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
random_page_cost	\N	\N	Query Tuning / Planner Cost Constants	Sets the planner's estimate of the cost of a nonsequentially fetched disk page.	\N	user	real	\N	0	1.79769e+308	\N	4	\N	\N	\N	f
recovery_end_command	\N	\N	Write-Ahead Log / Archive Recovery	Sets the shell command that will be executed once at the end of recovery.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
recovery_init_sync_method	\N	\N	Error Handling	Sets the method for synchronizing the data directory before crash recovery.	\N	sighup	enum	\N	\N	\N	{fsync,syncfs}	fsync	\N	\N	\N	f
recovery_min_apply_delay	\N	ms	Replication / Standby Servers	Sets the minimum delay for applying changes during recovery.	\N	sighup	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
recovery_prefetch	\N	\N	Write-Ahead Log / Recovery	Prefetch referenced blocks during recovery.	Look ahead in the WAL to find references to uncached data.	sighup	enum	\N	\N	\N	{off,on,try}	try	\N	\N	\N	f
recovery_target	\N	\N	Write-Ahead Log / Recovery Target	Set to "immediate" to end recovery as soon as a consistent state is reached.	\N	postmaster	string	\N	\N	\N	\N		\N	\N	\N	f
recovery_target_action	\N	\N	Write-Ahead Log / Recovery Target	Sets the action to perform upon reaching the recovery target.	\N	postmaster	enum	\N	\N	\N	{pause,promote,shutdown}	pause	\N	\N	\N	f
recovery_target_inclusive	\N	\N	Write-Ahead Log / Recovery Target	Sets whether to include or exclude transaction with recovery target.	\N	postmaster	bool	\N	\N	\N	\N	on	\N	\N	\N	f
recovery_target_lsn	\N	\N	Write-Ahead Log / Recovery Target	Sets the LSN of the write-ahead log location up to which recovery will proceed.	\N	postmaster	string	\N	\N	\N	\N		\N	\N	\N	f
recovery_target_name	\N	\N	Write-Ahead Log / Recovery Target	Sets the named restore point up to which recovery will proceed.	\N	postmaster	string	\N	\N	\N	\N		\N	\N	\N	f
recovery_target_time	\N	\N	Write-Ahead Log / Recovery Target	Sets the time stamp up to which recovery will proceed.	\N	postmaster	string	\N	\N	\N	\N		\N	\N	\N	f
recovery_target_timeline	\N	\N	Write-Ahead Log / Recovery Target	Specifies the timeline to recover into.	\N	postmaster	string	\N	\N	\N	\N	latest	\N	\N	\N	f
recovery_target_xid	\N	\N	Write-Ahead Log / Recovery Target	Sets the transaction ID up to which recovery will proceed.	\N	postmaster	string	\N	\N	\N	\N		\N	\N	\N	f
recursive_worktable_factor	\N	\N	Query Tuning / Other Planner Options	Sets the planner's estimate of the average size of a recursive query's working table.	\N	user	real	\N	0.001	1e+06	\N	10	\N	\N	\N	f
remove_temp_files_after_crash	\N	\N	Developer Options	Remove temporary files after backend crash.	\N	sighup	bool	\N	\N	\N	\N	on	\N	\N	\N	f
restart_after_crash	\N	\N	Error Handling	Reinitialize server after backend crash.	\N	sighup	bool	\N	\N	\N	\N	on	\N	\N	\N	f
restore_command	\N	\N	Write-Ahead Log / Archive Recovery	Sets the shell command that will be called to retrieve an archived WAL file.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
restrict_nonsystem_relation_kind	\N	\N	Client Connection Defaults / Statement Behavior	Prohibits access to non-system relations of specified kinds.	\N	user	string	\N	\N	\N	\N		\N	\N	\N	f
row_security	\N	\N	Client Connection Defaults / Statement Behavior	Enable row security.	When enabled, row security will be applied to all users.	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
search_path	\N	\N	Client Connection Defaults / Statement Behavior	Sets the schema search order for names that are not schema-qualified.	\N	user	string	\N	\N	\N	\N	"$user", public	\N	\N	\N	f
segment_size	\N	8kB	Preset Options	Shows the number of pages per disk file.	\N	internal	integer	\N	131072	131072	\N	131072	\N	\N	\N	f
seq_page_cost	\N	\N	Query Tuning / Planner Cost Constants	Sets the planner's estimate of the cost of a sequentially fetched disk page.	\N	user	real	\N	0	1.79769e+308	\N	1	\N	\N	\N	f
server_encoding	\N	\N	Preset Options	Shows the server (database) character set encoding.	\N	internal	string	\N	\N	\N	\N	SQL_ASCII	\N	\N	\N	f
server_version_num	\N	\N	Preset Options	Shows the server version as an integer.	\N	internal	integer	\N	150018	150018	\N	150018	\N	\N	\N	f
session_preload_libraries	\N	\N	Client Connection Defaults / Shared Library Preloading	Lists shared libraries to preload into each backend.	\N	superuser	string	\N	\N	\N	\N		\N	\N	\N	f
session_replication_role	\N	\N	Client Connection Defaults / Statement Behavior	Sets the session's behavior for triggers and rewrite rules.	\N	superuser	enum	\N	\N	\N	{origin,replica,local}	origin	\N	\N	\N	f
shared_buffers	\N	8kB	Resource Usage / Memory	Sets the number of shared memory buffers used by the server.	\N	postmaster	integer	\N	16	1073741823	\N	16384	\N	\N	\N	f
shared_memory_size	\N	MB	Preset Options	Shows the size of the server's main shared memory area (rounded up to the nearest MB).	\N	internal	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
shared_memory_size_in_huge_pages	\N	\N	Preset Options	Shows the number of huge pages needed for the main shared memory area.	-1 indicates that the value could not be determined.	internal	integer	\N	-1	2147483647	\N	-1	\N	\N	\N	f
shared_memory_type	\N	\N	Resource Usage / Memory	Selects the shared memory implementation used for the main shared memory region.	\N	postmaster	enum	\N	\N	\N	{sysv,mmap}	mmap	\N	\N	\N	f
shared_preload_libraries	\N	\N	Client Connection Defaults / Shared Library Preloading	Lists shared libraries to preload into server.	\N	postmaster	string	\N	\N	\N	\N		\N	\N	\N	f
ssl	\N	\N	Connections and Authentication / SSL	Enables SSL connections.	\N	sighup	bool	\N	\N	\N	\N	off	\N	\N	\N	f
ssl_ca_file	\N	\N	Connections and Authentication / SSL	Location of the SSL certificate authority file.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
ssl_cert_file	\N	\N	Connections and Authentication / SSL	Location of the SSL server certificate file.	\N	sighup	string	\N	\N	\N	\N	server.crt	\N	\N	\N	f
ssl_ciphers	\N	\N	Connections and Authentication / SSL	Sets the list of allowed SSL ciphers.	\N	sighup	string	\N	\N	\N	\N	HIGH:MEDIUM:+3DES:!aNULL	\N	\N	\N	f
ssl_crl_dir	\N	\N	Connections and Authentication / SSL	Location of the SSL certificate revocation list directory.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
ssl_crl_file	\N	\N	Connections and Authentication / SSL	Location of the SSL certificate revocation list file.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
ssl_dh_params_file	\N	\N	Connections and Authentication / SSL	Location of the SSL DH parameters file.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
ssl_ecdh_curve	\N	\N	Connections and Authentication / SSL	Sets the curve to use for ECDH.	\N	sighup	string	\N	\N	\N	\N	prime256v1	\N	\N	\N	f
ssl_key_file	\N	\N	Connections and Authentication / SSL	Location of the SSL server private key file.	\N	sighup	string	\N	\N	\N	\N	server.key	\N	\N	\N	f
ssl_library	\N	\N	Preset Options	Shows the name of the SSL library.	\N	internal	string	\N	\N	\N	\N	OpenSSL	\N	\N	\N	f
ssl_max_protocol_version	\N	\N	Connections and Authentication / SSL	Sets the maximum SSL/TLS protocol version to use.	\N	sighup	enum	\N	\N	\N	{"",TLSv1,TLSv1.1,TLSv1.2,TLSv1.3}		\N	\N	\N	f
ssl_min_protocol_version	\N	\N	Connections and Authentication / SSL	Sets the minimum SSL/TLS protocol version to use.	\N	sighup	enum	\N	\N	\N	{TLSv1,TLSv1.1,TLSv1.2,TLSv1.3}	TLSv1.2	\N	\N	\N	f
ssl_passphrase_command	\N	\N	Connections and Authentication / SSL	Command to obtain passphrases for SSL.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
ssl_passphrase_command_supports_reload	\N	\N	Connections and Authentication / SSL	Controls whether ssl_passphrase_command is called during server reload.	\N	sighup	bool	\N	\N	\N	\N	off	\N	\N	\N	f
ssl_prefer_server_ciphers	\N	\N	Connections and Authentication / SSL	Give priority to server ciphersuite order.	\N	sighup	bool	\N	\N	\N	\N	on	\N	\N	\N	f
standard_conforming_strings	\N	\N	Version and Platform Compatibility / Previous PostgreSQL Versions	Causes '...' strings to treat backslashes literally.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
statement_timeout	\N	ms	Client Connection Defaults / Statement Behavior	Sets the maximum allowed duration of any statement.	A value of 0 turns off the timeout.	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
stats_fetch_consistency	\N	\N	Statistics / Cumulative Query and Index Statistics	Sets the consistency of accesses to statistics data.	\N	user	enum	\N	\N	\N	{none,cache,snapshot}	cache	\N	\N	\N	f
superuser_reserved_connections	\N	\N	Connections and Authentication / Connection Settings	Sets the number of connection slots reserved for superusers.	\N	postmaster	integer	\N	0	262143	\N	3	\N	\N	\N	f
synchronize_seqscans	\N	\N	Version and Platform Compatibility / Previous PostgreSQL Versions	Enable synchronized sequential scans.	\N	user	bool	\N	\N	\N	\N	on	\N	\N	\N	f
synchronous_commit	\N	\N	Write-Ahead Log / Settings	Sets the current transaction's synchronization level.	\N	user	enum	\N	\N	\N	{local,remote_write,remote_apply,on,off}	on	\N	\N	\N	f
synchronous_standby_names	\N	\N	Replication / Primary Server	Number of synchronous standbys and list of names of potential synchronous ones.	\N	sighup	string	\N	\N	\N	\N		\N	\N	\N	f
syslog_facility	\N	\N	Reporting and Logging / Where to Log	Sets the syslog "facility" to be used when syslog enabled.	\N	sighup	enum	\N	\N	\N	{local0,local1,local2,local3,local4,local5,local6,local7}	local0	\N	\N	\N	f
syslog_ident	\N	\N	Reporting and Logging / Where to Log	Sets the program name used to identify PostgreSQL messages in syslog.	\N	sighup	string	\N	\N	\N	\N	postgres	\N	\N	\N	f
syslog_sequence_numbers	\N	\N	Reporting and Logging / Where to Log	Add sequence number to syslog messages to avoid duplicate suppression.	\N	sighup	bool	\N	\N	\N	\N	on	\N	\N	\N	f
syslog_split_messages	\N	\N	Reporting and Logging / Where to Log	Split messages sent to syslog by lines and to fit into 1024 bytes.	\N	sighup	bool	\N	\N	\N	\N	on	\N	\N	\N	f
tcp_keepalives_count	\N	\N	Connections and Authentication / Connection Settings	Maximum number of TCP keepalive retransmits.	Number of consecutive keepalive retransmits that can be lost before a connection is considered dead. A value of 0 uses the system default.	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
tcp_keepalives_idle	\N	s	Connections and Authentication / Connection Settings	Time between issuing TCP keepalives.	A value of 0 uses the system default.	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
tcp_keepalives_interval	\N	s	Connections and Authentication / Connection Settings	Time between TCP keepalive retransmits.	A value of 0 uses the system default.	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
tcp_user_timeout	\N	ms	Connections and Authentication / Connection Settings	TCP user timeout.	A value of 0 uses the system default.	user	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
temp_buffers	\N	8kB	Resource Usage / Memory	Sets the maximum number of temporary buffers used by each session.	\N	user	integer	\N	100	1073741823	\N	1024	\N	\N	\N	f
temp_file_limit	\N	kB	Resource Usage / Disk	Limits the total size of all temporary files used by each process.	-1 means no limit.	superuser	integer	\N	-1	2147483647	\N	-1	\N	\N	\N	f
temp_tablespaces	\N	\N	Client Connection Defaults / Statement Behavior	Sets the tablespace(s) to use for temporary tables and sort files.	\N	user	string	\N	\N	\N	\N		\N	\N	\N	f
trace_notify	\N	\N	Developer Options	Generates debugging output for LISTEN and NOTIFY.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
trace_recovery_messages	\N	\N	Developer Options	Enables logging of recovery-related debugging information.	Each level includes all the levels that follow it. The later the level, the fewer messages are sent.	sighup	enum	\N	\N	\N	{debug5,debug4,debug3,debug2,debug1,log,notice,warning,error}	log	\N	\N	\N	f
trace_sort	\N	\N	Developer Options	Emit information about resource usage in sorting.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
track_activities	\N	\N	Statistics / Cumulative Query and Index Statistics	Collects information about executing commands.	Enables the collection of information on the currently executing command of each session, along with the time at which that command began execution.	superuser	bool	\N	\N	\N	\N	on	\N	\N	\N	f
track_activity_query_size	\N	B	Statistics / Cumulative Query and Index Statistics	Sets the size reserved for pg_stat_activity.query, in bytes.	\N	postmaster	integer	\N	100	1048576	\N	1024	\N	\N	\N	f
track_commit_timestamp	\N	\N	Replication / Sending Servers	Collects transaction commit time.	\N	postmaster	bool	\N	\N	\N	\N	off	\N	\N	\N	f
track_counts	\N	\N	Statistics / Cumulative Query and Index Statistics	Collects statistics on database activity.	\N	superuser	bool	\N	\N	\N	\N	on	\N	\N	\N	f
track_functions	\N	\N	Statistics / Cumulative Query and Index Statistics	Collects function-level statistics on database activity.	\N	superuser	enum	\N	\N	\N	{none,pl,all}	none	\N	\N	\N	f
track_io_timing	\N	\N	Statistics / Cumulative Query and Index Statistics	Collects timing statistics for database I/O activity.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
track_wal_io_timing	\N	\N	Statistics / Cumulative Query and Index Statistics	Collects timing statistics for WAL I/O activity.	\N	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
transaction_deferrable	\N	\N	Client Connection Defaults / Statement Behavior	Whether to defer a read-only serializable transaction until it can be executed with no possible serialization failures.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
transaction_isolation	\N	\N	Client Connection Defaults / Statement Behavior	Sets the current transaction's isolation level.	\N	user	enum	\N	\N	\N	{serializable,"repeatable read","read committed","read uncommitted"}	read committed	\N	\N	\N	f
transaction_read_only	\N	\N	Client Connection Defaults / Statement Behavior	Sets the current transaction's read-only status.	\N	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
transform_null_equals	\N	\N	Version and Platform Compatibility / Other Platforms and Clients	Treats "expr=NULL" as "expr IS NULL".	When turned on, expressions of the form expr = NULL (or NULL = expr) are treated as expr IS NULL, that is, they return true if expr evaluates to the null value, and false otherwise. The correct behavior of expr = NULL is to always return null (unknown).	user	bool	\N	\N	\N	\N	off	\N	\N	\N	f
unix_socket_group	\N	\N	Connections and Authentication / Connection Settings	Sets the owning group of the Unix-domain socket.	The owning user of the socket is always the user that starts the server.	postmaster	string	\N	\N	\N	\N		\N	\N	\N	f
unix_socket_permissions	\N	\N	Connections and Authentication / Connection Settings	Sets the access permissions of the Unix-domain socket.	Unix-domain sockets use the usual Unix file system permission set. The parameter value is expected to be a numeric mode specification in the form accepted by the chmod and umask system calls. (To use the customary octal format the number must start with a 0 (zero).)	postmaster	integer	\N	0	511	\N	511	\N	\N	\N	f
update_process_title	\N	\N	Reporting and Logging / Process Title	Updates the process title to show the active SQL command.	Enables updating of the process title every time a new SQL command is received by the server.	superuser	bool	\N	\N	\N	\N	on	\N	\N	\N	f
vacuum_cost_delay	\N	ms	Resource Usage / Cost-Based Vacuum Delay	Vacuum cost delay in milliseconds.	\N	user	real	\N	0	100	\N	0	\N	\N	\N	f
vacuum_cost_limit	\N	\N	Resource Usage / Cost-Based Vacuum Delay	Vacuum cost amount available before napping.	\N	user	integer	\N	1	10000	\N	200	\N	\N	\N	f
vacuum_cost_page_dirty	\N	\N	Resource Usage / Cost-Based Vacuum Delay	Vacuum cost for a page dirtied by vacuum.	\N	user	integer	\N	0	10000	\N	20	\N	\N	\N	f
vacuum_cost_page_hit	\N	\N	Resource Usage / Cost-Based Vacuum Delay	Vacuum cost for a page found in the buffer cache.	\N	user	integer	\N	0	10000	\N	1	\N	\N	\N	f
vacuum_cost_page_miss	\N	\N	Resource Usage / Cost-Based Vacuum Delay	Vacuum cost for a page not found in the buffer cache.	\N	user	integer	\N	0	10000	\N	2	\N	\N	\N	f
vacuum_defer_cleanup_age	\N	\N	Replication / Primary Server	Number of transactions by which VACUUM and HOT cleanup should be deferred, if any.	\N	sighup	integer	\N	0	1000000	\N	0	\N	\N	\N	f
vacuum_failsafe_age	\N	\N	Client Connection Defaults / Statement Behavior	Age at which VACUUM should trigger failsafe to avoid a wraparound outage.	\N	user	integer	\N	0	2100000000	\N	1600000000	\N	\N	\N	f
vacuum_freeze_min_age	\N	\N	Client Connection Defaults / Statement Behavior	Minimum age at which VACUUM should freeze a table row.	\N	user	integer	\N	0	1000000000	\N	50000000	\N	\N	\N	f
vacuum_freeze_table_age	\N	\N	Client Connection Defaults / Statement Behavior	Age at which VACUUM should scan whole table to freeze tuples.	\N	user	integer	\N	0	2000000000	\N	150000000	\N	\N	\N	f
vacuum_multixact_failsafe_age	\N	\N	Client Connection Defaults / Statement Behavior	Multixact age at which VACUUM should trigger failsafe to avoid a wraparound outage.	\N	user	integer	\N	0	2100000000	\N	1600000000	\N	\N	\N	f
vacuum_multixact_freeze_min_age	\N	\N	Client Connection Defaults / Statement Behavior	Minimum age at which VACUUM should freeze a MultiXactId in a table row.	\N	user	integer	\N	0	1000000000	\N	5000000	\N	\N	\N	f
vacuum_multixact_freeze_table_age	\N	\N	Client Connection Defaults / Statement Behavior	Multixact age at which VACUUM should scan whole table to freeze tuples.	\N	user	integer	\N	0	2000000000	\N	150000000	\N	\N	\N	f
wal_block_size	\N	\N	Preset Options	Shows the block size in the write ahead log.	\N	internal	integer	\N	8192	8192	\N	8192	\N	\N	\N	f
wal_buffers	\N	8kB	Write-Ahead Log / Settings	Sets the number of disk-page buffers in shared memory for WAL.	\N	postmaster	integer	\N	-1	262143	\N	-1	\N	\N	\N	f
wal_compression	\N	\N	Write-Ahead Log / Settings	Compresses full-page writes written in WAL file with specified method.	\N	superuser	enum	\N	\N	\N	{pglz,lz4,zstd,on,off}	off	\N	\N	\N	f
wal_consistency_checking	\N	\N	Developer Options	Sets the WAL resource managers for which WAL consistency checks are done.	Full-page images will be logged for all data blocks and cross-checked against the results of WAL replay.	superuser	string	\N	\N	\N	\N		\N	\N	\N	f
wal_decode_buffer_size	\N	B	Write-Ahead Log / Recovery	Buffer size for reading ahead in the WAL during recovery.	Maximum distance to read ahead in the WAL to prefetch referenced data blocks.	postmaster	integer	\N	65536	1073741823	\N	524288	\N	\N	\N	f
wal_init_zero	\N	\N	Write-Ahead Log / Settings	Writes zeroes to new WAL files before first use.	\N	superuser	bool	\N	\N	\N	\N	on	\N	\N	\N	f
wal_keep_size	\N	MB	Replication / Sending Servers	Sets the size of WAL files held for standby servers.	\N	sighup	integer	\N	0	2147483647	\N	0	\N	\N	\N	f
wal_level	\N	\N	Write-Ahead Log / Settings	Sets the level of information written to the WAL.	\N	postmaster	enum	\N	\N	\N	{minimal,replica,logical}	replica	\N	\N	\N	f
wal_log_hints	\N	\N	Write-Ahead Log / Settings	Writes full pages to WAL when first modified after a checkpoint, even for a non-critical modification.	\N	postmaster	bool	\N	\N	\N	\N	off	\N	\N	\N	f
wal_receiver_create_temp_slot	\N	\N	Replication / Standby Servers	Sets whether a WAL receiver should create a temporary replication slot if no permanent slot is configured.	\N	sighup	bool	\N	\N	\N	\N	off	\N	\N	\N	f
wal_receiver_status_interval	\N	s	Replication / Standby Servers	Sets the maximum interval between WAL receiver status reports to the sending server.	\N	sighup	integer	\N	0	2147483	\N	10	\N	\N	\N	f
wal_receiver_timeout	\N	ms	Replication / Standby Servers	Sets the maximum wait time to receive data from the sending server.	\N	sighup	integer	\N	0	2147483647	\N	60000	\N	\N	\N	f
wal_recycle	\N	\N	Write-Ahead Log / Settings	Recycles WAL files by renaming them.	\N	superuser	bool	\N	\N	\N	\N	on	\N	\N	\N	f
wal_retrieve_retry_interval	\N	ms	Replication / Standby Servers	Sets the time to wait before retrying to retrieve WAL after a failed attempt.	\N	sighup	integer	\N	1	2147483647	\N	5000	\N	\N	\N	f
wal_segment_size	\N	B	Preset Options	Shows the size of write ahead log segments.	\N	internal	integer	\N	1048576	1073741824	\N	16777216	\N	\N	\N	f
wal_sender_timeout	\N	ms	Replication / Sending Servers	Sets the maximum time to wait for WAL replication.	\N	user	integer	\N	0	2147483647	\N	60000	\N	\N	\N	f
wal_skip_threshold	\N	kB	Write-Ahead Log / Settings	Minimum size of new file to fsync instead of writing WAL.	\N	user	integer	\N	0	2147483647	\N	2048	\N	\N	\N	f
wal_sync_method	\N	\N	Write-Ahead Log / Settings	Selects the method used for forcing WAL updates to disk.	\N	sighup	enum	\N	\N	\N	{fsync,fdatasync,open_sync,open_datasync}	fdatasync	\N	\N	\N	f
wal_writer_delay	\N	ms	Write-Ahead Log / Settings	Time between WAL flushes performed in the WAL writer.	\N	sighup	integer	\N	1	10000	\N	200	\N	\N	\N	f
wal_writer_flush_after	\N	8kB	Write-Ahead Log / Settings	Amount of WAL written out by WAL writer that triggers a flush.	\N	sighup	integer	\N	0	2147483647	\N	128	\N	\N	\N	f
work_mem	\N	kB	Resource Usage / Memory	Sets the maximum memory to be used for query workspaces.	This much memory can be used by each internal sort operation and hash table before switching to temporary disk files.	user	integer	\N	64	2147483647	\N	4096	\N	\N	\N	f
xmlbinary	\N	\N	Client Connection Defaults / Statement Behavior	Sets how binary values are to be encoded in XML.	\N	user	enum	\N	\N	\N	{base64,hex}	base64	\N	\N	\N	f
xmloption	\N	\N	Client Connection Defaults / Statement Behavior	Sets whether XML data in implicit parsing and serialization operations is to be considered as documents or content fragments.	\N	user	enum	\N	\N	\N	{content,document}	content	\N	\N	\N	f
zero_damaged_pages	\N	\N	Developer Options	Continues processing past damaged page headers.	Detection of a damaged page header normally causes PostgreSQL to report an error, aborting the current transaction. Setting zero_damaged_pages to true causes the system to instead report a warning, zero out the damaged page, and continue processing. This behavior will destroy data, namely all the rows on the damaged page.	superuser	bool	\N	\N	\N	\N	off	\N	\N	\N	f
""",
}
#: Answers of functions, in COPY's text format: see tests/tools/catalog_facts.py.
ANSWERS: Final = {
    "procedure": r"""
3	internal	internal	table_am_handler
31	bytea	bytea	cstring
33	"char"	"char"	cstring
34	cstring	cstring	name
35	name	name	cstring
38	cstring	cstring	smallint
39	smallint	smallint	cstring
40	cstring	cstring	int2vector
41	int2vector	int2vector	cstring
42	cstring	cstring	integer
43	integer	integer	cstring
44	cstring	cstring	regproc
45	regproc	regproc	cstring
46	cstring	cstring	text
47	text	text	cstring
48	cstring	cstring	tid
49	tid	tid	cstring
50	cstring	cstring	xid
51	xid	xid	cstring
52	cstring	cstring	cid
53	cid	cid	cstring
54	cstring	cstring	oidvector
55	oidvector	oidvector	cstring
56	boolean, boolean	boolean, boolean	boolean
57	boolean, boolean	boolean, boolean	boolean
60	boolean, boolean	boolean, boolean	boolean
61	"char", "char"	"char", "char"	boolean
62	name, name	name, name	boolean
63	smallint, smallint	smallint, smallint	boolean
64	smallint, smallint	smallint, smallint	boolean
65	integer, integer	integer, integer	boolean
66	integer, integer	integer, integer	boolean
67	text, text	text, text	boolean
70	"char", "char"	"char", "char"	boolean
72	"char", "char"	"char", "char"	boolean
73	"char", "char"	"char", "char"	boolean
74	"char", "char"	"char", "char"	boolean
77	"char"	"char"	integer
78	integer	integer	"char"
79	name, text	name, text	boolean
84	boolean, boolean	boolean, boolean	boolean
89			text
101	internal, oid, internal, integer	internal, oid, internal, integer	double precision
102	internal, oid, internal, integer	internal, oid, internal, integer	double precision
103	internal, oid, internal, integer	internal, oid, internal, integer	double precision
104	internal, oid, internal, integer	internal, oid, internal, integer	double precision
105	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
106	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
107	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
108	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
109	cstring	cstring	unknown
110	unknown	unknown	cstring
117	cstring	cstring	point
118	point	point	cstring
119	cstring	cstring	lseg
120	lseg	lseg	cstring
121	cstring	cstring	path
122	path	path	cstring
123	cstring	cstring	box
124	box	box	cstring
141	integer, integer	integer, integer	integer
144	integer, integer	integer, integer	boolean
145	smallint, smallint	smallint, smallint	boolean
146	smallint, smallint	smallint, smallint	boolean
147	integer, integer	integer, integer	boolean
148	smallint, smallint	smallint, smallint	boolean
149	integer, integer	integer, integer	boolean
150	integer, integer	integer, integer	boolean
151	smallint, smallint	smallint, smallint	boolean
152	smallint, smallint	smallint, smallint	smallint
153	smallint, smallint	smallint, smallint	smallint
154	integer, integer	integer, integer	integer
155	smallint, smallint	smallint, smallint	smallint
156	integer, integer	integer, integer	integer
157	text, text	text, text	boolean
158	smallint, integer	smallint, integer	boolean
159	integer, smallint	integer, smallint	boolean
160	smallint, integer	smallint, integer	boolean
161	integer, smallint	integer, smallint	boolean
162	smallint, integer	smallint, integer	boolean
163	integer, smallint	integer, smallint	boolean
164	smallint, integer	smallint, integer	boolean
165	integer, smallint	integer, smallint	boolean
166	smallint, integer	smallint, integer	boolean
167	integer, smallint	integer, smallint	boolean
168	smallint, integer	smallint, integer	boolean
169	integer, smallint	integer, smallint	boolean
170	smallint, integer	smallint, integer	integer
171	integer, smallint	integer, smallint	integer
172	smallint, integer	smallint, integer	integer
173	integer, smallint	integer, smallint	integer
176	smallint, smallint	smallint, smallint	smallint
177	integer, integer	integer, integer	integer
178	smallint, integer	smallint, integer	integer
179	integer, smallint	integer, smallint	integer
180	smallint, smallint	smallint, smallint	smallint
181	integer, integer	integer, integer	integer
182	smallint, integer	smallint, integer	integer
183	integer, smallint	integer, smallint	integer
184	oid, oid	oid, oid	boolean
185	oid, oid	oid, oid	boolean
195	cstring	cstring	pg_node_tree
196	pg_node_tree	pg_node_tree	cstring
197	internal	internal	pg_node_tree
198	pg_node_tree	pg_node_tree	bytea
200	cstring	cstring	real
201	real	real	cstring
202	real, real	real, real	real
203	real, real	real, real	real
204	real, real	real, real	real
205	real, real	real, real	real
206	real	real	real
207	real	real	real
208	double precision[], real	double precision[], real	double precision[]
209	real, real	real, real	real
211	real, real	real, real	real
212	integer	integer	integer
213	smallint	smallint	smallint
214	cstring	cstring	double precision
215	double precision	double precision	cstring
216	double precision, double precision	double precision, double precision	double precision
217	double precision, double precision	double precision, double precision	double precision
218	double precision, double precision	double precision, double precision	double precision
219	double precision, double precision	double precision, double precision	double precision
220	double precision	double precision	double precision
221	double precision	double precision	double precision
222	double precision[], double precision	double precision[], double precision	double precision[]
223	double precision, double precision	double precision, double precision	double precision
224	double precision, double precision	double precision, double precision	double precision
228	double precision	double precision	double precision
229	double precision	double precision	double precision
230	double precision	double precision	double precision
231	double precision	double precision	double precision
232	double precision, double precision	double precision, double precision	double precision
233	double precision	double precision	double precision
234	double precision	double precision	double precision
235	smallint	smallint	double precision
236	smallint	smallint	real
237	double precision	double precision	smallint
238	real	real	smallint
240	name, text	name, text	boolean
241	name, text	name, text	boolean
242	name, text	name, text	boolean
243	name, text	name, text	boolean
244	name, text	name, text	boolean
245	name, text	name, text	boolean
246	name, text	name, text	integer
247	text, name	text, name	boolean
248	text, name	text, name	boolean
249	text, name	text, name	boolean
250	text, name	text, name	boolean
251	text, name	text, name	boolean
252	text, name	text, name	boolean
253	text, name	text, name	integer
266	name, oid	name, oid	name
274			text
275	regclass, name, regclass	regclass, name, regclass	oid
276	double precision[], double precision[]	double precision[], double precision[]	double precision[]
279	real, double precision	real, double precision	double precision
280	real, double precision	real, double precision	double precision
281	real, double precision	real, double precision	double precision
282	real, double precision	real, double precision	double precision
283	double precision, real	double precision, real	double precision
284	double precision, real	double precision, real	double precision
285	double precision, real	double precision, real	double precision
286	double precision, real	double precision, real	double precision
287	real, real	real, real	boolean
288	real, real	real, real	boolean
289	real, real	real, real	boolean
290	real, real	real, real	boolean
291	real, real	real, real	boolean
292	real, real	real, real	boolean
293	double precision, double precision	double precision, double precision	boolean
294	double precision, double precision	double precision, double precision	boolean
295	double precision, double precision	double precision, double precision	boolean
296	double precision, double precision	double precision, double precision	boolean
297	double precision, double precision	double precision, double precision	boolean
298	double precision, double precision	double precision, double precision	boolean
299	real, double precision	real, double precision	boolean
300	real, double precision	real, double precision	boolean
301	real, double precision	real, double precision	boolean
302	real, double precision	real, double precision	boolean
303	real, double precision	real, double precision	boolean
304	real, double precision	real, double precision	boolean
305	double precision, real	double precision, real	boolean
306	double precision, real	double precision, real	boolean
307	double precision, real	double precision, real	boolean
308	double precision, real	double precision, real	boolean
309	double precision, real	double precision, real	boolean
310	double precision, real	double precision, real	boolean
311	real	real	double precision
312	double precision	double precision	real
313	smallint	smallint	integer
314	integer	integer	smallint
315			boolean
316	integer	integer	double precision
317	double precision	double precision	integer
318	integer	integer	real
319	real	real	integer
320	double precision, double precision, double precision, integer	double precision, double precision, double precision, integer	integer
321	cstring	cstring	json
322	json	json	cstring
323	internal	internal	json
324	json	json	bytea
329	aclitem	aclitem	integer
330	internal	internal	index_am_handler
331	internal	internal	index_am_handler
332	internal	internal	index_am_handler
333	internal	internal	index_am_handler
334	internal	internal	index_am_handler
335	internal	internal	index_am_handler
336	internal, oid, internal, integer	internal, oid, internal, integer	double precision
337	internal, oid, internal, integer	internal, oid, internal, integer	double precision
338	oid	oid	boolean
347	cstring	cstring	polygon
348	polygon	polygon	cstring
350	smallint, smallint	smallint, smallint	integer
351	integer, integer	integer, integer	integer
354	real, real	real, real	integer
355	double precision, double precision	double precision, double precision	integer
356	oid, oid	oid, oid	integer
358	"char", "char"	"char", "char"	integer
359	name, name	name, name	integer
360	text, text	text, text	integer
376	text, text, text	text, text, text	text[]
378	anycompatiblearray, anycompatible	anycompatiblearray, anycompatible	anycompatiblearray
379	anycompatible, anycompatiblearray	anycompatible, anycompatiblearray	anycompatiblearray
382	anyarray, anyarray	anyarray, anyarray	integer
383	anycompatiblearray, anycompatiblearray	anycompatiblearray, anycompatiblearray	anycompatiblearray
384	anyarray, text, text	anyarray, text, text	text
386	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
390	anyarray, anyarray	anyarray, anyarray	boolean
391	anyarray, anyarray	anyarray, anyarray	boolean
392	anyarray, anyarray	anyarray, anyarray	boolean
393	anyarray, anyarray	anyarray, anyarray	boolean
394	text, text	text, text	text[]
395	anyarray, text	anyarray, text	text
396	anyarray, anyarray	anyarray, anyarray	boolean
398	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
400	text	text	integer
401	character	character	text
404	oidvector, oidvector	oidvector, oidvector	integer
406	name	name	text
407	text	text	name
408	name	name	character
409	character	character	name
425	integer, bigint	integer, bigint	bigint
432	numeric	numeric	integer
436	cstring	cstring	macaddr
437	macaddr	macaddr	cstring
438	VARIADIC "any"	VARIADIC "any"	integer
440	VARIADIC "any"	VARIADIC "any"	integer
441	smallint, bigint	smallint, bigint	bigint
442	bigint, bigint	bigint, bigint	bigint
443	real, bigint	real, bigint	bigint
444	double precision, bigint	double precision, bigint	bigint
445	oid, bigint	oid, bigint	bigint
446	"char", bigint	"char", bigint	bigint
447	name, bigint	name, bigint	bigint
448	text, bigint	text, bigint	bigint
449	smallint	smallint	integer
450	integer	integer	integer
451	real	real	integer
452	double precision	double precision	integer
453	oid	oid	integer
454	"char"	"char"	integer
455	name	name	integer
457	oidvector	oidvector	integer
458	text, text	text, text	text
459	text, text	text, text	text
460	cstring	cstring	bigint
461	bigint	bigint	cstring
462	bigint	bigint	bigint
463	bigint, bigint	bigint, bigint	bigint
464	bigint, bigint	bigint, bigint	bigint
465	bigint, bigint	bigint, bigint	bigint
466	bigint, bigint	bigint, bigint	bigint
467	bigint, bigint	bigint, bigint	boolean
468	bigint, bigint	bigint, bigint	boolean
469	bigint, bigint	bigint, bigint	boolean
470	bigint, bigint	bigint, bigint	boolean
471	bigint, bigint	bigint, bigint	boolean
472	bigint, bigint	bigint, bigint	boolean
474	bigint, integer	bigint, integer	boolean
475	bigint, integer	bigint, integer	boolean
476	bigint, integer	bigint, integer	boolean
477	bigint, integer	bigint, integer	boolean
478	bigint, integer	bigint, integer	boolean
479	bigint, integer	bigint, integer	boolean
480	bigint	bigint	integer
481	integer	integer	bigint
482	bigint	bigint	double precision
483	double precision	double precision	bigint
515	anyarray, anyarray	anyarray, anyarray	anyarray
516	anyarray, anyarray	anyarray, anyarray	anyarray
619	oidvector, oidvector	oidvector, oidvector	boolean
626	anyarray	anyarray	integer
636	oid, text	oid, text	boolean
637	regclass, text	regclass, text	boolean
638	regclass, integer, text	regclass, integer, text	boolean
652	bigint	bigint	real
653	real	real	bigint
655	name, name	name, name	boolean
656	name, name	name, name	boolean
657	name, name	name, name	boolean
658	name, name	name, name	boolean
659	name, name	name, name	boolean
668	character, integer, boolean	character, integer, boolean	character
669	character varying, integer, boolean	character varying, integer, boolean	character varying
676	oid, bigint	oid, bigint	text
677	oidvector, oidvector	oidvector, oidvector	boolean
678	oidvector, oidvector	oidvector, oidvector	boolean
679	oidvector, oidvector	oidvector, oidvector	boolean
680	oidvector, oidvector	oidvector, oidvector	boolean
681	oidvector, oidvector	oidvector, oidvector	boolean
710			name
714	bigint	bigint	smallint
715	oid	oid	oid
716	oid, oid	oid, oid	boolean
717	oid, oid	oid, oid	boolean
720	bytea	bytea	integer
721	bytea, integer	bytea, integer	integer
722	bytea, integer, integer	bytea, integer, integer	bytea
723	bytea, bigint	bytea, bigint	integer
724	bytea, bigint, integer	bytea, bigint, integer	bytea
740	text, text	text, text	boolean
741	text, text	text, text	boolean
742	text, text	text, text	boolean
743	text, text	text, text	boolean
744	anyarray, anyarray	anyarray, anyarray	boolean
745			name
746			name
747	anyarray	anyarray	text
748	anyarray	anyarray	integer
749	bytea, bytea, integer, integer	bytea, bytea, integer, integer	bytea
750	cstring, oid, integer	cstring, oid, integer	anyarray
751	anyarray	anyarray	cstring
752	bytea, bytea, integer	bytea, bytea, integer	bytea
754	smallint	smallint	bigint
764	text	text	oid
765	oid, text	oid, text	integer
766	integer	integer	integer
767	text, oid	text, oid	oid
768	integer, integer	integer, integer	integer
769	integer, integer	integer, integer	integer
770	smallint, smallint	smallint, smallint	smallint
771	smallint, smallint	smallint, smallint	smallint
776	oidvector, bigint	oidvector, bigint	bigint
777	aclitem, bigint	aclitem, bigint	bigint
780	numeric, bigint	numeric, bigint	bigint
782	anyarray, bigint	anyarray, bigint	bigint
810			name
817			text
837	bigint, smallint	bigint, smallint	bigint
838	bigint, smallint	bigint, smallint	bigint
839	bigint, smallint	bigint, smallint	bigint
840	bigint, smallint	bigint, smallint	bigint
841	smallint, bigint	smallint, bigint	bigint
842	bigint, bigint	bigint, bigint	integer
846	money, real	money, real	money
847	money, real	money, real	money
849	text, text	text, text	integer
850	text, text	text, text	boolean
851	text, text	text, text	boolean
852	integer, bigint	integer, bigint	boolean
853	integer, bigint	integer, bigint	boolean
854	integer, bigint	integer, bigint	boolean
855	integer, bigint	integer, bigint	boolean
856	integer, bigint	integer, bigint	boolean
857	integer, bigint	integer, bigint	boolean
858	name, text	name, text	boolean
859	name, text	name, text	boolean
860	"char"	"char"	character
861			name
864	money, integer	money, integer	money
865	money, integer	money, integer	money
866	money, smallint	money, smallint	money
867	money, smallint	money, smallint	money
868	text, text	text, text	integer
870	text	text	text
871	text	text	text
872	text	text	text
873	text, integer, text	text, integer, text	text
874	text, integer, text	text, integer, text	text
875	text, text	text, text	text
876	text, text	text, text	text
877	text, integer, integer	text, integer, integer	text
878	text, text, text	text, text, text	text
879	text, integer	text, integer	text
880	text, integer	text, integer	text
881	text	text	text
882	text	text	text
883	text, integer	text, integer	text
884	text, text	text, text	text
885	text	text	text
886	cstring	cstring	money
887	money	money	cstring
894	money, money	money, money	money
895	money, money	money, money	money
896	money, double precision	money, double precision	money
897	money, double precision	money, double precision	money
898	money, money	money, money	money
899	money, money	money, money	money
910	cstring	cstring	inet
911	inet	inet	cstring
936	text, integer, integer	text, integer, integer	text
937	text, integer	text, integer	text
938	timestamp without time zone, timestamp without time zone, interval	timestamp without time zone, timestamp without time zone, interval	SETOF timestamp without time zone
939	timestamp with time zone, timestamp with time zone, interval	timestamp with time zone, timestamp with time zone, interval	SETOF timestamp with time zone
940	smallint, smallint	smallint, smallint	smallint
941	integer, integer	integer, integer	integer
942	smallint, bigint	smallint, bigint	bigint
943	smallint, bigint	smallint, bigint	bigint
944	text	text	"char"
945	bigint, bigint	bigint, bigint	bigint
946	"char"	"char"	text
947	bigint, bigint	bigint, bigint	bigint
948	smallint, bigint	smallint, bigint	bigint
949	bigint	bigint	integer
952	oid, integer	oid, integer	integer
953	integer	integer	integer
954	integer, integer	integer, integer	bytea
955	integer, bytea	integer, bytea	integer
956	integer, integer, integer	integer, integer, integer	integer
957	integer	integer	oid
958	integer	integer	integer
964	oid	oid	integer
972	character, bigint	character, bigint	bigint
1004	integer, integer	integer, integer	integer
1026	interval, timestamp with time zone	interval, timestamp with time zone	timestamp without time zone
1031	cstring	cstring	aclitem
1032	aclitem	aclitem	cstring
1035	aclitem[], aclitem	aclitem[], aclitem	aclitem[]
1036	aclitem[], aclitem	aclitem[], aclitem	aclitem[]
1037	aclitem[], aclitem	aclitem[], aclitem	boolean
1039			name
1044	cstring, oid, integer	cstring, oid, integer	character
1045	character	character	cstring
1046	cstring, oid, integer	cstring, oid, integer	character varying
1047	character varying	character varying	cstring
1048	character, character	character, character	boolean
1049	character, character	character, character	boolean
1050	character, character	character, character	boolean
1051	character, character	character, character	boolean
1052	character, character	character, character	boolean
1053	character, character	character, character	boolean
1062	aclitem, aclitem	aclitem, aclitem	boolean
1063	character, character	character, character	character
1064	character, character	character, character	character
1065	OUT transaction xid, OUT gid text, OUT prepared timestamp with time zone, OUT ownerid oid, OUT dbid oid	OUT transaction xid, OUT gid text, OUT prepared timestamp with time zone, OUT ownerid oid, OUT dbid oid	SETOF record
1066	integer, integer, integer	integer, integer, integer	SETOF integer
1067	integer, integer	integer, integer	SETOF integer
1068	bigint, bigint, bigint	bigint, bigint, bigint	SETOF bigint
1069	bigint, bigint	bigint, bigint	SETOF bigint
1078	character, character	character, character	integer
1079	text	text	regclass
1080	character	character	integer
1081	oid, integer	oid, integer	text
1084	cstring	cstring	date
1085	date	date	cstring
1086	date, date	date, date	boolean
1087	date, date	date, date	boolean
1088	date, date	date, date	boolean
1089	date, date	date, date	boolean
1090	date, date	date, date	boolean
1091	date, date	date, date	boolean
1092	date, date	date, date	integer
1102	time without time zone, time without time zone	time without time zone, time without time zone	boolean
1103	time without time zone, time without time zone	time without time zone, time without time zone	boolean
1104	time without time zone, time without time zone	time without time zone, time without time zone	boolean
1105	time without time zone, time without time zone	time without time zone, time without time zone	boolean
1106	time without time zone, time without time zone	time without time zone, time without time zone	boolean
1107	time without time zone, time without time zone	time without time zone, time without time zone	integer
1136	OUT wal_records bigint, OUT wal_fpi bigint, OUT wal_bytes numeric, OUT wal_buffers_full bigint, OUT wal_write bigint, OUT wal_sync bigint, OUT wal_write_time double precision, OUT wal_sync_time double precision, OUT stats_reset timestamp with time zone	OUT wal_records bigint, OUT wal_fpi bigint, OUT wal_bytes numeric, OUT wal_buffers_full bigint, OUT wal_write bigint, OUT wal_sync bigint, OUT wal_write_time double precision, OUT wal_sync_time double precision, OUT stats_reset timestamp with time zone	record
1137			text
1138	date, date	date, date	date
1139	date, date	date, date	date
1140	date, date	date, date	integer
1141	date, integer	date, integer	date
1142	date, integer	date, integer	date
1143	cstring, oid, integer	cstring, oid, integer	time without time zone
1144	time without time zone	time without time zone	cstring
1145	time without time zone, time without time zone	time without time zone, time without time zone	boolean
1150	cstring, oid, integer	cstring, oid, integer	timestamp with time zone
1151	timestamp with time zone	timestamp with time zone	cstring
1152	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	boolean
1153	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	boolean
1154	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	boolean
1155	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	boolean
1156	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	boolean
1157	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	boolean
1158	double precision	double precision	timestamp with time zone
1159	text, timestamp with time zone	text, timestamp with time zone	timestamp without time zone
1160	cstring, oid, integer	cstring, oid, integer	interval
1161	interval	interval	cstring
1162	interval, interval	interval, interval	boolean
1163	interval, interval	interval, interval	boolean
1164	interval, interval	interval, interval	boolean
1165	interval, interval	interval, interval	boolean
1166	interval, interval	interval, interval	boolean
1167	interval, interval	interval, interval	boolean
1168	interval	interval	interval
1169	interval, interval	interval, interval	interval
1170	interval, interval	interval, interval	interval
1171	text, timestamp with time zone	text, timestamp with time zone	double precision
1172	text, interval	text, interval	double precision
1174	date	date	timestamp with time zone
1175	interval	interval	interval
1176	date, time without time zone	date, time without time zone	timestamp with time zone
1178	timestamp with time zone	timestamp with time zone	date
1188	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	interval
1189	timestamp with time zone, interval	timestamp with time zone, interval	timestamp with time zone
1190	timestamp with time zone, interval	timestamp with time zone, interval	timestamp with time zone
1191	anyarray, integer, boolean	anyarray, integer, boolean	SETOF integer
1192	anyarray, integer	anyarray, integer	SETOF integer
1193	anyelement, integer[]	anyelement, integer[]	anyarray
1194	double precision	double precision	double precision
1195	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	timestamp with time zone
1196	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	timestamp with time zone
1197	interval, interval	interval, interval	interval
1198	interval, interval	interval, interval	interval
1199	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	interval
1200	interval, integer	interval, integer	interval
1215	oid, name	oid, name	text
1216	oid, integer	oid, integer	text
1217	text, timestamp with time zone	text, timestamp with time zone	timestamp with time zone
1218	text, interval	text, interval	interval
1219	bigint	bigint	bigint
1230	bigint	bigint	bigint
1236	bigint, bigint	bigint, bigint	bigint
1237	bigint, bigint	bigint, bigint	bigint
1238	text, text	text, text	boolean
1239	text, text	text, text	boolean
1240	name, text	name, text	boolean
1241	name, text	name, text	boolean
1242	cstring	cstring	boolean
1243	boolean	boolean	cstring
1244	cstring	cstring	bytea
1245	cstring	cstring	"char"
1246	"char", "char"	"char", "char"	boolean
1251	integer	integer	integer
1252	name, text	name, text	boolean
1253	smallint	smallint	smallint
1254	text, text	text, text	boolean
1256	text, text	text, text	boolean
1257	text	text	integer
1258	text, text	text, text	text
1264	name	name	integer
1267	cstring	cstring	cidr
1268	str text, strict boolean DEFAULT true	str text, strict boolean	text[]
1269	"any"	"any"	integer
1272	date, time without time zone	date, time without time zone	timestamp without time zone
1274	bigint, integer	bigint, integer	bigint
1275	bigint, integer	bigint, integer	bigint
1276	bigint, integer	bigint, integer	bigint
1277	bigint, integer	bigint, integer	bigint
1278	integer, bigint	integer, bigint	bigint
1279	integer, bigint	integer, bigint	bigint
1280	integer, bigint	integer, bigint	bigint
1281	integer, bigint	integer, bigint	bigint
1282	text	text	text
1283	text	text	text
1284	text, timestamp with time zone, text	text, timestamp with time zone, text	timestamp with time zone
1285	anyelement	anyelement	text
1286	anyelement, integer[], integer[]	anyelement, integer[], integer[]	anyarray
1287	bigint	bigint	oid
1288	oid	oid	bigint
1289	text	text	text
1290	anyelement	anyelement	text
1295	interval	interval	interval
1296	time without time zone, date	time without time zone, date	timestamp without time zone
1298	time with time zone, date	time with time zone, date	timestamp with time zone
1299			timestamp with time zone
1303	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
1304	timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone, timestamp with time zone, timestamp with time zone	boolean
1305	timestamp with time zone, interval, timestamp with time zone, interval	timestamp with time zone, interval, timestamp with time zone, interval	boolean
1306	timestamp with time zone, timestamp with time zone, timestamp with time zone, interval	timestamp with time zone, timestamp with time zone, timestamp with time zone, interval	boolean
1307	timestamp with time zone, interval, timestamp with time zone, timestamp with time zone	timestamp with time zone, interval, timestamp with time zone, timestamp with time zone	boolean
1308	time without time zone, time without time zone, time without time zone, time without time zone	time without time zone, time without time zone, time without time zone, time without time zone	boolean
1309	time without time zone, interval, time without time zone, interval	time without time zone, interval, time without time zone, interval	boolean
1310	time without time zone, time without time zone, time without time zone, interval	time without time zone, time without time zone, time without time zone, interval	boolean
1311	time without time zone, interval, time without time zone, time without time zone	time without time zone, interval, time without time zone, time without time zone	boolean
1312	cstring, oid, integer	cstring, oid, integer	timestamp without time zone
1313	timestamp without time zone	timestamp without time zone	cstring
1314	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	integer
1315	interval, interval	interval, interval	integer
1316	timestamp without time zone	timestamp without time zone	time without time zone
1317	text	text	integer
1318	character	character	integer
1319	xid, integer	xid, integer	boolean
1326	interval, double precision	interval, double precision	interval
1339	double precision	double precision	double precision
1340	double precision	double precision	double precision
1341	double precision	double precision	double precision
1342	double precision	double precision	double precision
1343	double precision	double precision	double precision
1344	double precision	double precision	double precision
1345	double precision	double precision	double precision
1346	double precision, double precision	double precision, double precision	double precision
1347	double precision	double precision	double precision
1348	oid	oid	text
1349	oidvector	oidvector	text
1350	cstring, oid, integer	cstring, oid, integer	time with time zone
1351	time with time zone	time with time zone	cstring
1365	oid, oid, text, boolean	oid, oid, text, boolean	aclitem
1367	character	character	integer
1368	double precision, double precision	double precision, double precision	double precision
1369	text	text	integer
1370	time without time zone	time without time zone	interval
1371	OUT locktype text, OUT database oid, OUT relation oid, OUT page integer, OUT tuple smallint, OUT virtualxid text, OUT transactionid xid, OUT classid oid, OUT objid oid, OUT objsubid smallint, OUT virtualtransaction text, OUT pid integer, OUT mode text, OUT granted boolean, OUT fastpath boolean, OUT waitstart timestamp with time zone	OUT locktype text, OUT database oid, OUT relation oid, OUT page integer, OUT tuple smallint, OUT virtualxid text, OUT transactionid xid, OUT classid oid, OUT objid oid, OUT objsubid smallint, OUT virtualtransaction text, OUT pid integer, OUT mode text, OUT granted boolean, OUT fastpath boolean, OUT waitstart timestamp with time zone	SETOF record
1372	character	character	integer
1373	date	date	boolean
1374	text	text	integer
1375	character	character	integer
1376	bigint	bigint	numeric
1377	time without time zone, time without time zone	time without time zone, time without time zone	time without time zone
1378	time without time zone, time without time zone	time without time zone, time without time zone	time without time zone
1379	time with time zone, time with time zone	time with time zone, time with time zone	time with time zone
1380	time with time zone, time with time zone	time with time zone, time with time zone	time with time zone
1381	text	text	integer
1384	text, date	text, date	double precision
1385	text, time without time zone	text, time without time zone	double precision
1386	timestamp with time zone	timestamp with time zone	interval
1387	oid	oid	text
1389	timestamp with time zone	timestamp with time zone	boolean
1390	interval	interval	boolean
1391	integer	integer	timestamp with time zone
1393	integer	integer	integer
1394	real	real	real
1395	double precision	double precision	double precision
1396	bigint	bigint	bigint
1397	integer	integer	integer
1398	smallint	smallint	smallint
1400	character varying	character varying	name
1401	name	name	character varying
1402			name
1403	boolean	boolean	name[]
1404	text, text, integer, integer	text, text, integer, integer	text
1405	text, text, integer	text, text, integer	text
1419	interval	interval	time without time zone
1427	cidr	cidr	cstring
1450	cstring	cstring	circle
1451	circle	circle	cstring
1481	numeric	numeric	numeric
1490	cstring	cstring	line
1491	line	line	cstring
1564	cstring, oid, integer	cstring, oid, integer	bit
1565	bit	bit	cstring
1569	text, text	text, text	boolean
1570	text, text	text, text	boolean
1571	name, text	name, text	boolean
1572	name, text	name, text	boolean
1573	oid	oid	text
1574	regclass	regclass	bigint
1575	regclass	regclass	bigint
1576	regclass, bigint	regclass, bigint	bigint
1579	cstring, oid, integer	cstring, oid, integer	bit varying
1580	bit varying	bit varying	cstring
1597	integer	integer	name
1598			double precision
1599	double precision	double precision	void
1600	double precision	double precision	double precision
1601	double precision	double precision	double precision
1602	double precision	double precision	double precision
1603	double precision, double precision	double precision, double precision	double precision
1604	double precision	double precision	double precision
1605	double precision	double precision	double precision
1606	double precision	double precision	double precision
1607	double precision	double precision	double precision
1608	double precision	double precision	double precision
1609	double precision	double precision	double precision
1610			double precision
1618	interval, double precision	interval, double precision	interval
1619	"any"	"any"	regtype
1620	text	text	integer
1621	integer	integer	text
1622	text, integer	text, integer	text
1623	text, text	text, text	text
1624	double precision, interval	double precision, interval	interval
1631	character, text	character, text	boolean
1632	character, text	character, text	boolean
1633	text, text	text, text	boolean
1634	text, text	text, text	boolean
1635	name, text	name, text	boolean
1636	name, text	name, text	boolean
1637	text, text	text, text	text
1638	oid, oid	oid, oid	boolean
1639	oid, oid	oid, oid	boolean
1640	text	text	text
1641	oid	oid	text
1642	oid	oid	name
1643	oid	oid	text
1656	character, text	character, text	boolean
1657	character, text	character, text	boolean
1658	character, text	character, text	boolean
1659	character, text	character, text	boolean
1660	character, text	character, text	boolean
1661	character, text	character, text	boolean
1662	oid	oid	text
1665	text, text	text, text	text
1673	bit, bit	bit, bit	bit
1674	bit, bit	bit, bit	bit
1675	bit, bit	bit, bit	bit
1677	bit, integer	bit, integer	bit
1678	bit, integer	bit, integer	bit
1686	OUT word text, OUT catcode "char", OUT barelabel boolean, OUT catdesc text, OUT baredesc text	OUT word text, OUT catcode "char", OUT barelabel boolean, OUT catdesc text, OUT baredesc text	SETOF record
1688	time without time zone	time without time zone	integer
1689	acl aclitem[], OUT grantor oid, OUT grantee oid, OUT privilege_type text, OUT is_grantable boolean	acl aclitem[], OUT grantor oid, OUT grantee oid, OUT privilege_type text, OUT is_grantable boolean	SETOF record
1690	time without time zone, time without time zone	time without time zone, time without time zone	interval
1691	boolean, boolean	boolean, boolean	boolean
1692	boolean, boolean	boolean, boolean	boolean
1693	boolean, boolean	boolean, boolean	integer
1697	interval	interval	integer
1701	cstring, oid, integer	cstring, oid, integer	numeric
1702	numeric	numeric	cstring
1703	numeric, integer	numeric, integer	numeric
1704	numeric	numeric	numeric
1705	numeric	numeric	numeric
1706	numeric	numeric	numeric
1707	numeric, integer	numeric, integer	numeric
1708	numeric	numeric	numeric
1709	numeric, integer	numeric, integer	numeric
1710	numeric	numeric	numeric
1711	numeric	numeric	numeric
1712	numeric	numeric	numeric
1713	bytea, name	bytea, name	integer
1714	bytea, name	bytea, name	text
1716	pg_node_tree, oid	pg_node_tree, oid	text
1717	text, name	text, name	bytea
1718	numeric, numeric	numeric, numeric	boolean
1719	numeric, numeric	numeric, numeric	boolean
1720	numeric, numeric	numeric, numeric	boolean
1721	numeric, numeric	numeric, numeric	boolean
1722	numeric, numeric	numeric, numeric	boolean
1723	numeric, numeric	numeric, numeric	boolean
1724	numeric, numeric	numeric, numeric	numeric
1725	numeric, numeric	numeric, numeric	numeric
1726	numeric, numeric	numeric, numeric	numeric
1727	numeric, numeric	numeric, numeric	numeric
1728	numeric, numeric	numeric, numeric	numeric
1729	numeric, numeric	numeric, numeric	numeric
1730	numeric	numeric	numeric
1731	numeric	numeric	numeric
1732	numeric	numeric	numeric
1733	numeric	numeric	numeric
1734	numeric	numeric	numeric
1735	numeric	numeric	numeric
1736	numeric, numeric	numeric, numeric	numeric
1737	numeric, numeric	numeric, numeric	numeric
1738	numeric, numeric	numeric, numeric	numeric
1739	numeric, numeric	numeric, numeric	numeric
1740	integer	integer	numeric
1741	numeric	numeric	numeric
1742	real	real	numeric
1743	double precision	double precision	numeric
1744	numeric	numeric	integer
1745	numeric	numeric	real
1746	numeric	numeric	double precision
1747	time without time zone, interval	time without time zone, interval	time without time zone
1748	time without time zone, interval	time without time zone, interval	time without time zone
1749	time with time zone, interval	time with time zone, interval	time with time zone
1750	time with time zone, interval	time with time zone, interval	time with time zone
1764	numeric	numeric	numeric
1765	regclass, bigint, boolean	regclass, bigint, boolean	bigint
1766	numeric, numeric	numeric, numeric	numeric
1767	numeric, numeric	numeric, numeric	numeric
1768	interval, text	interval, text	text
1769	numeric, numeric	numeric, numeric	integer
1770	timestamp with time zone, text	timestamp with time zone, text	text
1771	numeric	numeric	numeric
1772	numeric, text	numeric, text	text
1773	integer, text	integer, text	text
1774	bigint, text	bigint, text	text
1775	real, text	real, text	text
1776	double precision, text	double precision, text	text
1777	text, text	text, text	numeric
1778	text, text	text, text	timestamp with time zone
1779	numeric	numeric	bigint
1780	text, text	text, text	date
1781	bigint	bigint	numeric
1782	smallint	smallint	numeric
1783	numeric	numeric	smallint
1798	cstring	cstring	oid
1799	oid	oid	cstring
1810	bytea	bytea	integer
1811	text	text	integer
1813	bytea, name, name	bytea, name, name	bytea
1814	internal, oid, internal, integer	internal, oid, internal, integer	double precision
1815	internal, oid, internal, integer	internal, oid, internal, integer	double precision
1816	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
1817	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
1818	internal, oid, internal, integer	internal, oid, internal, integer	double precision
1819	internal, oid, internal, integer	internal, oid, internal, integer	double precision
1820	internal, oid, internal, integer	internal, oid, internal, integer	double precision
1821	internal, oid, internal, integer	internal, oid, internal, integer	double precision
1822	internal, oid, internal, integer	internal, oid, internal, integer	double precision
1823	internal, oid, internal, integer	internal, oid, internal, integer	double precision
1824	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
1825	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
1826	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
1827	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
1828	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
1829	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
1830	double precision[]	double precision[]	double precision
1831	double precision[]	double precision[]	double precision
1832	double precision[]	double precision[]	double precision
1833	internal, numeric	internal, numeric	internal
1834	internal, smallint	internal, smallint	internal
1835	internal, integer	internal, integer	internal
1836	internal, bigint	internal, bigint	internal
1837	internal	internal	numeric
1838	internal	internal	numeric
1839	internal	internal	numeric
1840	bigint, smallint	bigint, smallint	bigint
1841	bigint, integer	bigint, integer	bigint
1842	numeric, bigint	numeric, bigint	numeric
1843	interval[], interval	interval[], interval	interval[]
1844	interval[]	interval[]	interval
1845	text	text	text
1846	text, integer	text, integer	text
1847	text, name	text, name	text
1848	interval, time without time zone	interval, time without time zone	time without time zone
1850	smallint, bigint	smallint, bigint	boolean
1851	smallint, bigint	smallint, bigint	boolean
1852	smallint, bigint	smallint, bigint	boolean
1853	smallint, bigint	smallint, bigint	boolean
1854	smallint, bigint	smallint, bigint	boolean
1855	smallint, bigint	smallint, bigint	boolean
1856	bigint, smallint	bigint, smallint	boolean
1857	bigint, smallint	bigint, smallint	boolean
1858	bigint, smallint	bigint, smallint	boolean
1859	bigint, smallint	bigint, smallint	boolean
1860	bigint, smallint	bigint, smallint	boolean
1861	bigint, smallint	bigint, smallint	boolean
1892	smallint, smallint	smallint, smallint	smallint
1893	smallint, smallint	smallint, smallint	smallint
1894	smallint, smallint	smallint, smallint	smallint
1895	smallint	smallint	smallint
1896	smallint, integer	smallint, integer	smallint
1897	smallint, integer	smallint, integer	smallint
1898	integer, integer	integer, integer	integer
1899	integer, integer	integer, integer	integer
1900	integer, integer	integer, integer	integer
1901	integer	integer	integer
1902	integer, integer	integer, integer	integer
1903	integer, integer	integer, integer	integer
1904	bigint, bigint	bigint, bigint	bigint
1905	bigint, bigint	bigint, bigint	bigint
1906	bigint, bigint	bigint, bigint	bigint
1907	bigint	bigint	bigint
1908	bigint, integer	bigint, integer	bigint
1909	bigint, integer	bigint, integer	bigint
1910	bigint	bigint	bigint
1911	smallint	smallint	smallint
1912	integer	integer	integer
1913	real	real	real
1914	double precision	double precision	double precision
1915	numeric	numeric	numeric
1922	name, text, text	name, text, text	boolean
1923	name, oid, text	name, oid, text	boolean
1924	oid, text, text	oid, text, text	boolean
1925	oid, oid, text	oid, oid, text	boolean
1926	text, text	text, text	boolean
1927	oid, text	oid, text	boolean
1928	oid	oid	bigint
1929	oid	oid	bigint
1930	oid	oid	bigint
1931	oid	oid	bigint
1932	oid	oid	bigint
1933	oid	oid	bigint
1934	oid	oid	bigint
1935	oid	oid	bigint
1936			SETOF integer
1937	integer	integer	integer
1938	integer	integer	oid
1939	integer	integer	oid
1940	integer	integer	text
1941	oid	oid	integer
1942	oid	oid	bigint
1943	oid	oid	bigint
1944	oid	oid	bigint
1945	oid	oid	bigint
1946	bytea, text	bytea, text	text
1947	text, text	text, text	bytea
1948	bytea, bytea	bytea, bytea	boolean
1949	bytea, bytea	bytea, bytea	boolean
1950	bytea, bytea	bytea, bytea	boolean
1951	bytea, bytea	bytea, bytea	boolean
1952	bytea, bytea	bytea, bytea	boolean
1953	bytea, bytea	bytea, bytea	boolean
1954	bytea, bytea	bytea, bytea	integer
1961	timestamp without time zone, integer	timestamp without time zone, integer	timestamp without time zone
1962	bigint[], smallint	bigint[], smallint	bigint[]
1963	bigint[], integer	bigint[], integer	bigint[]
1964	bigint[]	bigint[]	numeric
1965	oid, oid	oid, oid	oid
1966	oid, oid	oid, oid	oid
1967	timestamp with time zone, integer	timestamp with time zone, integer	timestamp with time zone
1968	time without time zone, integer	time without time zone, integer	time without time zone
1972	oid	oid	bigint
1973	numeric, numeric	numeric, numeric	numeric
1980	numeric, numeric	numeric, numeric	numeric
1986	text, text	text, text	text
1987	text	text	text
1993	oid, name	oid, name	text
2003	text, anynonarray	text, anynonarray	text
2004	anynonarray, text	anynonarray, text	text
2005	bytea, bytea	bytea, bytea	boolean
2006	bytea, bytea	bytea, bytea	boolean
2007	bytea, bytea	bytea, bytea	boolean
2008	bytea, bytea	bytea, bytea	boolean
2009	bytea, bytea	bytea, bytea	bytea
2010	bytea	bytea	integer
2011	bytea, bytea	bytea, bytea	bytea
2012	bytea, integer, integer	bytea, integer, integer	bytea
2013	bytea, integer	bytea, integer	bytea
2014	bytea, bytea	bytea, bytea	integer
2015	bytea, bytea	bytea, bytea	bytea
2019	timestamp with time zone	timestamp with time zone	time without time zone
2020	text, timestamp without time zone	text, timestamp without time zone	timestamp without time zone
2021	text, timestamp without time zone	text, timestamp without time zone	double precision
2022	pid integer, OUT datid oid, OUT pid integer, OUT usesysid oid, OUT application_name text, OUT state text, OUT query text, OUT wait_event_type text, OUT wait_event text, OUT xact_start timestamp with time zone, OUT query_start timestamp with time zone, OUT backend_start timestamp with time zone, OUT state_change timestamp with time zone, OUT client_addr inet, OUT client_hostname text, OUT client_port integer, OUT backend_xid xid, OUT backend_xmin xid, OUT backend_type text, OUT ssl boolean, OUT sslversion text, OUT sslcipher text, OUT sslbits integer, OUT ssl_client_dn text, OUT ssl_client_serial numeric, OUT ssl_issuer_dn text, OUT gss_auth boolean, OUT gss_princ text, OUT gss_enc boolean, OUT leader_pid integer, OUT query_id bigint	pid integer, OUT datid oid, OUT pid integer, OUT usesysid oid, OUT application_name text, OUT state text, OUT query text, OUT wait_event_type text, OUT wait_event text, OUT xact_start timestamp with time zone, OUT query_start timestamp with time zone, OUT backend_start timestamp with time zone, OUT state_change timestamp with time zone, OUT client_addr inet, OUT client_hostname text, OUT client_port integer, OUT backend_xid xid, OUT backend_xmin xid, OUT backend_type text, OUT ssl boolean, OUT sslversion text, OUT sslcipher text, OUT sslbits integer, OUT ssl_client_dn text, OUT ssl_client_serial numeric, OUT ssl_issuer_dn text, OUT gss_auth boolean, OUT gss_princ text, OUT gss_enc boolean, OUT leader_pid integer, OUT query_id bigint	SETOF record
2024	date	date	timestamp without time zone
2025	date, time without time zone	date, time without time zone	timestamp without time zone
2026			integer
2027	timestamp with time zone	timestamp with time zone	timestamp without time zone
2028	timestamp without time zone	timestamp without time zone	timestamp with time zone
2029	timestamp without time zone	timestamp without time zone	date
2031	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	interval
2032	timestamp without time zone, interval	timestamp without time zone, interval	timestamp without time zone
2033	timestamp without time zone, interval	timestamp without time zone, interval	timestamp without time zone
2034			timestamp with time zone
2035	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	timestamp without time zone
2036	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	timestamp without time zone
2039	timestamp without time zone	timestamp without time zone	integer
2041	timestamp without time zone, timestamp without time zone, timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone, timestamp without time zone, timestamp without time zone	boolean
2042	timestamp without time zone, interval, timestamp without time zone, interval	timestamp without time zone, interval, timestamp without time zone, interval	boolean
2043	timestamp without time zone, timestamp without time zone, timestamp without time zone, interval	timestamp without time zone, timestamp without time zone, timestamp without time zone, interval	boolean
2044	timestamp without time zone, interval, timestamp without time zone, timestamp without time zone	timestamp without time zone, interval, timestamp without time zone, timestamp without time zone	boolean
2045	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	integer
2048	timestamp without time zone	timestamp without time zone	boolean
2049	timestamp without time zone, text	timestamp without time zone, text	text
2050	anyarray	anyarray	anyarray
2051	anyarray	anyarray	anyarray
2052	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	boolean
2053	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	boolean
2054	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	boolean
2055	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	boolean
2056	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	boolean
2057	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	boolean
2058	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	interval
2059	timestamp without time zone	timestamp without time zone	interval
2069	text, timestamp without time zone	text, timestamp without time zone	timestamp with time zone
2070	interval, timestamp without time zone	interval, timestamp without time zone	timestamp with time zone
2071	date, interval	date, interval	timestamp without time zone
2072	date, interval	date, interval	timestamp without time zone
2073	text, text	text, text	text
2074	text, text, text	text, text, text	text
2077	text	text	text
2078	text, text, boolean	text, text, boolean	text
2079	oid	oid	boolean
2080	oid	oid	boolean
2081	oid	oid	boolean
2082	oid	oid	boolean
2083	oid	oid	boolean
2084	OUT name text, OUT setting text, OUT unit text, OUT category text, OUT short_desc text, OUT extra_desc text, OUT context text, OUT vartype text, OUT source text, OUT min_val text, OUT max_val text, OUT enumvals text[], OUT boot_val text, OUT reset_val text, OUT sourcefile text, OUT sourceline integer, OUT pending_restart boolean	OUT name text, OUT setting text, OUT unit text, OUT category text, OUT short_desc text, OUT extra_desc text, OUT context text, OUT vartype text, OUT source text, OUT min_val text, OUT max_val text, OUT enumvals text[], OUT boot_val text, OUT reset_val text, OUT sourcefile text, OUT sourceline integer, OUT pending_restart boolean	SETOF record
2085	bytea, integer, integer	bytea, integer, integer	bytea
2086	bytea, integer	bytea, integer	bytea
2087	text, text, text	text, text, text	text
2088	text, text, integer	text, text, integer	text
2089	integer	integer	text
2090	bigint	bigint	text
2091	anyarray, integer	anyarray, integer	integer
2092	anyarray, integer	anyarray, integer	integer
2093	oid	oid	boolean
2094	integer	integer	timestamp with time zone
2096	pid integer, timeout bigint DEFAULT 0	pid integer, timeout bigint	boolean
2098	oid	oid	text
2100	bigint	bigint	numeric
2101	integer	integer	numeric
2102	smallint	smallint	numeric
2103	numeric	numeric	numeric
2104	real	real	double precision
2105	double precision	double precision	double precision
2106	interval	interval	interval
2107	bigint	bigint	numeric
2108	integer	integer	bigint
2109	smallint	smallint	bigint
2110	real	real	real
2111	double precision	double precision	double precision
2113	interval	interval	interval
2114	numeric	numeric	numeric
2115	bigint	bigint	bigint
2116	integer	integer	integer
2117	smallint	smallint	smallint
2118	oid	oid	oid
2119	real	real	real
2120	double precision	double precision	double precision
2121	"any"	"any"	text
2122	date	date	date
2123	time without time zone	time without time zone	time without time zone
2126	timestamp without time zone	timestamp without time zone	timestamp without time zone
2127	timestamp with time zone	timestamp with time zone	timestamp with time zone
2128	interval	interval	interval
2129	text	text	text
2130	numeric	numeric	numeric
2131	bigint	bigint	bigint
2132	integer	integer	integer
2133	smallint	smallint	smallint
2134	oid	oid	oid
2135	real	real	real
2136	double precision	double precision	double precision
2137			void
2138	date	date	date
2139	time without time zone	time without time zone	time without time zone
2142	timestamp without time zone	timestamp without time zone	timestamp without time zone
2143	timestamp with time zone	timestamp with time zone	timestamp with time zone
2144	interval	interval	interval
2145	text	text	text
2146	numeric	numeric	numeric
2147	"any"	"any"	bigint
2148	bigint	bigint	numeric
2149	integer	integer	numeric
2150	smallint	smallint	numeric
2151	real	real	double precision
2152	double precision	double precision	double precision
2153	numeric	numeric	numeric
2154	bigint	bigint	numeric
2155	integer	integer	numeric
2156	smallint	smallint	numeric
2157	real	real	double precision
2158	double precision	double precision	double precision
2159	numeric	numeric	numeric
2160	text, text	text, text	boolean
2161	text, text	text, text	boolean
2162	oid	oid	text
2163	text, text	text, text	boolean
2164	text, text	text, text	boolean
2165	oid	oid	text
2166	text, text	text, text	integer
2167	numeric	numeric	numeric
2168	name	name	bigint
2169	numeric, numeric	numeric, numeric	numeric
2170	numeric, numeric, numeric, integer	numeric, numeric, numeric, integer	integer
2171	integer	integer	boolean
2174	character, character	character, character	boolean
2175	character, character	character, character	boolean
2176	anyarray, integer	anyarray, integer	integer
2177	character, character	character, character	boolean
2178	character, character	character, character	boolean
2180	character, character	character, character	integer
2181	name, text, text	name, text, text	boolean
2182	name, oid, text	name, oid, text	boolean
2183	oid, text, text	oid, text, text	boolean
2184	oid, oid, text	oid, oid, text	boolean
2185	text, text	text, text	boolean
2186	oid, text	oid, text	boolean
2188	integer, bigint	integer, bigint	integer
2189	bigint, integer	bigint, integer	integer
2190	smallint, integer	smallint, integer	integer
2191	integer, smallint	integer, smallint	integer
2192	smallint, bigint	smallint, bigint	integer
2193	bigint, smallint	bigint, smallint	integer
2194	real, double precision	real, double precision	integer
2195	double precision, real	double precision, real	integer
2197			integer
2199			integer
2212	cstring	cstring	regprocedure
2213	regprocedure	regprocedure	cstring
2214	cstring	cstring	regoper
2215	regoper	regoper	cstring
2216	cstring	cstring	regoperator
2217	regoperator	regoperator	cstring
2218	cstring	cstring	regclass
2219	regclass	regclass	cstring
2220	cstring	cstring	regtype
2221	regtype	regtype	cstring
2230			void
2232	oid	oid	text
2236	smallint	smallint	smallint
2237	smallint	smallint	smallint
2238	integer	integer	integer
2239	integer	integer	integer
2240	bigint	bigint	bigint
2241	bigint	bigint	bigint
2244	character	character	character
2245	character	character	character
2246	oid	oid	void
2247	oid	oid	void
2248	oid	oid	void
2250	name, text, text	name, text, text	boolean
2251	name, oid, text	name, oid, text	boolean
2252	oid, text, text	oid, text, text	boolean
2253	oid, oid, text	oid, oid, text	boolean
2254	text, text	text, text	boolean
2255	oid, text	oid, text	boolean
2256	name, text, text	name, text, text	boolean
2257	name, oid, text	name, oid, text	boolean
2258	oid, text, text	oid, text, text	boolean
2259	oid, oid, text	oid, oid, text	boolean
2260	text, text	text, text	boolean
2261	oid, text	oid, text	boolean
2262	name, text, text	name, text, text	boolean
2263	name, oid, text	name, oid, text	boolean
2264	oid, text, text	oid, text, text	boolean
2265	oid, oid, text	oid, oid, text	boolean
2266	text, text	text, text	boolean
2267	oid, text	oid, text	boolean
2268	name, text, text	name, text, text	boolean
2269	name, oid, text	name, oid, text	boolean
2270	oid, text, text	oid, text, text	boolean
2271	oid, oid, text	oid, oid, text	boolean
2272	text, text	text, text	boolean
2273	oid, text	oid, text	boolean
2274			void
2282	OUT name text, OUT ident text, OUT parent text, OUT level integer, OUT total_bytes bigint, OUT total_nblocks bigint, OUT free_bytes bigint, OUT free_chunks bigint, OUT used_bytes bigint	OUT name text, OUT ident text, OUT parent text, OUT level integer, OUT total_bytes bigint, OUT total_nblocks bigint, OUT free_bytes bigint, OUT free_chunks bigint, OUT used_bytes bigint	SETOF record
2284	text, text, text	text, text, text	text
2285	text, text, text, text	text, text, text, text	text
2286	regclass	regclass	bigint
2288	bigint	bigint	text
2289	options_array text[], OUT option_name text, OUT option_value text	options_array text[], OUT option_name text, OUT option_value text	SETOF record
2290	cstring, oid, integer	cstring, oid, integer	record
2291	record	record	cstring
2292	cstring	cstring	cstring
2293	cstring	cstring	cstring
2294	cstring	cstring	"any"
2295	"any"	"any"	cstring
2296	cstring	cstring	anyarray
2297	anyarray	anyarray	cstring
2298	cstring	cstring	void
2299	void	void	cstring
2304	cstring	cstring	internal
2305	internal	internal	cstring
2306	OUT name text, OUT blks_zeroed bigint, OUT blks_hit bigint, OUT blks_read bigint, OUT blks_written bigint, OUT blks_exists bigint, OUT flushes bigint, OUT truncates bigint, OUT stats_reset timestamp with time zone	OUT name text, OUT blks_zeroed bigint, OUT blks_hit bigint, OUT blks_read bigint, OUT blks_written bigint, OUT blks_exists bigint, OUT flushes bigint, OUT truncates bigint, OUT stats_reset timestamp with time zone	SETOF record
2307	text	text	void
2308	double precision	double precision	double precision
2309	double precision	double precision	double precision
2310	double precision	double precision	double precision
2311	text	text	text
2312	cstring	cstring	anyelement
2313	anyelement	anyelement	cstring
2316	text[], oid	text[], oid	boolean
2319	integer	integer	integer
2320	double precision	double precision	double precision
2321	bytea	bytea	text
2322	oid	oid	bigint
2323	name	name	bigint
2324	oid	oid	bigint
2325	regclass	regclass	bigint
2331	anyarray	anyarray	SETOF anyelement
2332	regclass, text	regclass, text	bigint
2333	internal, anynonarray	internal, anynonarray	internal
2334	internal, anynonarray	internal, anynonarray	anyarray
2335	anynonarray	anynonarray	anyarray
2338	date, timestamp without time zone	date, timestamp without time zone	boolean
2339	date, timestamp without time zone	date, timestamp without time zone	boolean
2340	date, timestamp without time zone	date, timestamp without time zone	boolean
2341	date, timestamp without time zone	date, timestamp without time zone	boolean
2342	date, timestamp without time zone	date, timestamp without time zone	boolean
2343	date, timestamp without time zone	date, timestamp without time zone	boolean
2344	date, timestamp without time zone	date, timestamp without time zone	integer
2351	date, timestamp with time zone	date, timestamp with time zone	boolean
2352	date, timestamp with time zone	date, timestamp with time zone	boolean
2353	date, timestamp with time zone	date, timestamp with time zone	boolean
2354	date, timestamp with time zone	date, timestamp with time zone	boolean
2355	date, timestamp with time zone	date, timestamp with time zone	boolean
2356	date, timestamp with time zone	date, timestamp with time zone	boolean
2357	date, timestamp with time zone	date, timestamp with time zone	integer
2364	timestamp without time zone, date	timestamp without time zone, date	boolean
2365	timestamp without time zone, date	timestamp without time zone, date	boolean
2366	timestamp without time zone, date	timestamp without time zone, date	boolean
2367	timestamp without time zone, date	timestamp without time zone, date	boolean
2368	timestamp without time zone, date	timestamp without time zone, date	boolean
2369	timestamp without time zone, date	timestamp without time zone, date	boolean
2370	timestamp without time zone, date	timestamp without time zone, date	integer
2377	timestamp with time zone, date	timestamp with time zone, date	boolean
2378	timestamp with time zone, date	timestamp with time zone, date	boolean
2379	timestamp with time zone, date	timestamp with time zone, date	boolean
2380	timestamp with time zone, date	timestamp with time zone, date	boolean
2381	timestamp with time zone, date	timestamp with time zone, date	boolean
2382	timestamp with time zone, date	timestamp with time zone, date	boolean
2383	timestamp with time zone, date	timestamp with time zone, date	integer
2390	name, text, text	name, text, text	boolean
2391	name, oid, text	name, oid, text	boolean
2392	oid, text, text	oid, text, text	boolean
2393	oid, oid, text	oid, oid, text	boolean
2394	text, text	text, text	boolean
2395	oid, text	oid, text	boolean
2398	cstring	cstring	void
2399	void	void	cstring
2400	internal, oid, integer	internal, oid, integer	anyarray
2401	anyarray	anyarray	bytea
2402	internal, oid, integer	internal, oid, integer	record
2403	record	record	bytea
2404	internal	internal	smallint
2405	smallint	smallint	bytea
2406	internal	internal	integer
2407	integer	integer	bytea
2408	internal	internal	bigint
2409	bigint	bigint	bytea
2410	internal	internal	int2vector
2411	int2vector	int2vector	bytea
2412	internal	internal	bytea
2413	bytea	bytea	bytea
2414	internal	internal	text
2415	text	text	bytea
2416	internal	internal	unknown
2417	unknown	unknown	bytea
2418	internal	internal	oid
2419	oid	oid	bytea
2420	internal	internal	oidvector
2421	oidvector	oidvector	bytea
2422	internal	internal	name
2423	name	name	bytea
2424	internal	internal	real
2425	real	real	bytea
2426	internal	internal	double precision
2427	double precision	double precision	bytea
2428	internal	internal	point
2429	point	point	bytea
2430	internal, oid, integer	internal, oid, integer	character
2431	character	character	bytea
2432	internal, oid, integer	internal, oid, integer	character varying
2433	character varying	character varying	bytea
2434	internal	internal	"char"
2435	"char"	"char"	bytea
2436	internal	internal	boolean
2437	boolean	boolean	bytea
2438	internal	internal	tid
2439	tid	tid	bytea
2440	internal	internal	xid
2441	xid	xid	bytea
2442	internal	internal	cid
2443	cid	cid	bytea
2444	internal	internal	regproc
2445	regproc	regproc	bytea
2446	internal	internal	regprocedure
2447	regprocedure	regprocedure	bytea
2448	internal	internal	regoper
2449	regoper	regoper	bytea
2450	internal	internal	regoperator
2451	regoperator	regoperator	bytea
2452	internal	internal	regclass
2453	regclass	regclass	bytea
2454	internal	internal	regtype
2455	regtype	regtype	bytea
2456	internal, oid, integer	internal, oid, integer	bit
2457	bit	bit	bytea
2458	internal, oid, integer	internal, oid, integer	bit varying
2459	bit varying	bit varying	bytea
2460	internal, oid, integer	internal, oid, integer	numeric
2461	numeric	numeric	bytea
2462	double precision	double precision	double precision
2463	double precision	double precision	double precision
2464	double precision	double precision	double precision
2465	double precision	double precision	double precision
2466	double precision	double precision	double precision
2467	double precision	double precision	double precision
2468	internal	internal	date
2469	date	date	bytea
2470	internal, oid, integer	internal, oid, integer	time without time zone
2471	time without time zone	time without time zone	bytea
2472	internal, oid, integer	internal, oid, integer	time with time zone
2473	time with time zone	time with time zone	bytea
2474	internal, oid, integer	internal, oid, integer	timestamp without time zone
2475	timestamp without time zone	timestamp without time zone	bytea
2476	internal, oid, integer	internal, oid, integer	timestamp with time zone
2477	timestamp with time zone	timestamp with time zone	bytea
2478	internal, oid, integer	internal, oid, integer	interval
2479	interval	interval	bytea
2480	internal	internal	lseg
2481	lseg	lseg	bytea
2482	internal	internal	path
2483	path	path	bytea
2484	internal	internal	box
2485	box	box	bytea
2486	internal	internal	polygon
2487	polygon	polygon	bytea
2488	internal	internal	line
2489	line	line	bytea
2490	internal	internal	circle
2491	circle	circle	bytea
2492	internal	internal	money
2493	money	money	bytea
2494	internal	internal	macaddr
2495	macaddr	macaddr	bytea
2496	internal	internal	inet
2497	inet	inet	bytea
2498	internal	internal	cidr
2499	cidr	cidr	bytea
2500	internal	internal	cstring
2501	cstring	cstring	bytea
2502	internal	internal	anyarray
2503	anyarray	anyarray	bytea
2504	oid, boolean	oid, boolean	text
2505	text, boolean	text, boolean	text
2506	oid, boolean	oid, boolean	text
2507	oid, integer, boolean	oid, integer, boolean	text
2508	oid, boolean	oid, boolean	text
2509	pg_node_tree, oid, boolean	pg_node_tree, oid, boolean	text
2510	OUT name text, OUT statement text, OUT prepare_time timestamp with time zone, OUT parameter_types regtype[], OUT from_sql boolean, OUT generic_plans bigint, OUT custom_plans bigint	OUT name text, OUT statement text, OUT prepare_time timestamp with time zone, OUT parameter_types regtype[], OUT from_sql boolean, OUT generic_plans bigint, OUT custom_plans bigint	SETOF record
2511	OUT name text, OUT statement text, OUT is_holdable boolean, OUT is_binary boolean, OUT is_scrollable boolean, OUT creation_time timestamp with time zone	OUT name text, OUT statement text, OUT is_holdable boolean, OUT is_binary boolean, OUT is_scrollable boolean, OUT creation_time timestamp with time zone	SETOF record
2512	double precision[]	double precision[]	double precision
2513	double precision[]	double precision[]	double precision
2514	internal	internal	numeric
2515	boolean, boolean	boolean, boolean	boolean
2516	boolean, boolean	boolean, boolean	boolean
2517	boolean	boolean	boolean
2518	boolean	boolean	boolean
2519	boolean	boolean	boolean
2520	timestamp without time zone, timestamp with time zone	timestamp without time zone, timestamp with time zone	boolean
2521	timestamp without time zone, timestamp with time zone	timestamp without time zone, timestamp with time zone	boolean
2522	timestamp without time zone, timestamp with time zone	timestamp without time zone, timestamp with time zone	boolean
2523	timestamp without time zone, timestamp with time zone	timestamp without time zone, timestamp with time zone	boolean
2524	timestamp without time zone, timestamp with time zone	timestamp without time zone, timestamp with time zone	boolean
2525	timestamp without time zone, timestamp with time zone	timestamp without time zone, timestamp with time zone	boolean
2526	timestamp without time zone, timestamp with time zone	timestamp without time zone, timestamp with time zone	integer
2527	timestamp with time zone, timestamp without time zone	timestamp with time zone, timestamp without time zone	boolean
2528	timestamp with time zone, timestamp without time zone	timestamp with time zone, timestamp without time zone	boolean
2529	timestamp with time zone, timestamp without time zone	timestamp with time zone, timestamp without time zone	boolean
2530	timestamp with time zone, timestamp without time zone	timestamp with time zone, timestamp without time zone	boolean
2531	timestamp with time zone, timestamp without time zone	timestamp with time zone, timestamp without time zone	boolean
2532	timestamp with time zone, timestamp without time zone	timestamp with time zone, timestamp without time zone	boolean
2533	timestamp with time zone, timestamp without time zone	timestamp with time zone, timestamp without time zone	integer
2546	interval, date	interval, date	timestamp without time zone
2548	interval, timestamp without time zone	interval, timestamp without time zone	timestamp without time zone
2549	interval, timestamp with time zone	interval, timestamp with time zone	timestamp with time zone
2550	integer, date	integer, date	date
2556	oid	oid	SETOF oid
2557	integer	integer	boolean
2558	boolean	boolean	integer
2559			bigint
2560			timestamp with time zone
2561	integer	integer	integer[]
2580	jsonb	jsonb	double precision
2596	internal	internal	numeric
2597	cstring, oid, integer	cstring, oid, integer	"any"
2599	OUT abbrev text, OUT utc_offset interval, OUT is_dst boolean	OUT abbrev text, OUT utc_offset interval, OUT is_dst boolean	SETOF record
2621			boolean
2622			boolean
2623	filename text, OUT size bigint, OUT access timestamp with time zone, OUT modification timestamp with time zone, OUT change timestamp with time zone, OUT creation timestamp with time zone, OUT isdir boolean	filename text, OUT size bigint, OUT access timestamp with time zone, OUT modification timestamp with time zone, OUT change timestamp with time zone, OUT creation timestamp with time zone, OUT isdir boolean	record
2624	text, bigint, bigint	text, bigint, bigint	text
2625	text	text	SETOF text
2626	double precision	double precision	void
2630	inet, bigint	inet, bigint	inet
2632	inet, bigint	inet, bigint	inet
2641	bigint	bigint	numeric
2642	integer	integer	numeric
2643	smallint	smallint	numeric
2644	real	real	double precision
2645	double precision	double precision	double precision
2646	numeric	numeric	numeric
2647			timestamp with time zone
2648			timestamp with time zone
2649			timestamp with time zone
2705	name, name, text	name, name, text	boolean
2706	name, oid, text	name, oid, text	boolean
2707	oid, name, text	oid, name, text	boolean
2708	oid, oid, text	oid, oid, text	boolean
2709	name, text	name, text	boolean
2710	oid, text	oid, text	boolean
2711	interval	interval	interval
2712	bigint	bigint	numeric
2713	integer	integer	numeric
2714	smallint	smallint	numeric
2715	real	real	double precision
2716	double precision	double precision	double precision
2717	numeric	numeric	numeric
2718	bigint	bigint	numeric
2719	integer	integer	numeric
2720	smallint	smallint	numeric
2721	real	real	double precision
2722	double precision	double precision	double precision
2723	numeric	numeric	numeric
2724	bigint	bigint	numeric
2725	integer	integer	numeric
2726	smallint	smallint	numeric
2727	real	real	double precision
2728	double precision	double precision	double precision
2729	numeric	numeric	numeric
2730	oid, boolean	oid, boolean	text
2731	double precision	double precision	double precision
2732	double precision	double precision	double precision
2733	double precision	double precision	double precision
2734	double precision, double precision	double precision, double precision	double precision
2735	double precision	double precision	double precision
2736	double precision	double precision	double precision
2737	double precision	double precision	double precision
2738	double precision	double precision	double precision
2739	wait_for_archive boolean DEFAULT true, OUT lsn pg_lsn, OUT labelfile text, OUT spcmapfile text	wait_for_archive boolean, OUT lsn pg_lsn, OUT labelfile text, OUT spcmapfile text	record
2740	internal	internal	bytea
2741	bytea, internal	bytea, internal	internal
2746	internal, bigint	internal, bigint	internal
2747	anyarray, anyarray	anyarray, anyarray	boolean
2748	anyarray, anyarray	anyarray, anyarray	boolean
2749	anyarray, anyarray	anyarray, anyarray	boolean
2758	oid	oid	bigint
2759	oid	oid	bigint
2760	oid	oid	bigint
2761	oid	oid	bigint
2762	oid	oid	bigint
2763	text, text	text, text	SETOF text[]
2764	text, text, text	text, text, text	SETOF text[]
2765	text, text	text, text	SETOF text
2766	text, text, text	text, text, text	SETOF text
2767	text, text	text, text	text[]
2768	text, text, text	text, text, text	text[]
2769			bigint
2770			bigint
2771			bigint
2772			bigint
2773			bigint
2775			bigint
2777	cstring	cstring	anynonarray
2778	anynonarray	anynonarray	cstring
2781	oid	oid	timestamp with time zone
2782	oid	oid	timestamp with time zone
2783	oid	oid	timestamp with time zone
2784	oid	oid	timestamp with time zone
2785	internal, internal	internal, internal	internal
2786	internal	internal	bytea
2787	bytea, internal	bytea, internal	internal
2788	integer	integer	text
2795	tid, tid	tid, tid	tid
2796	tid, tid	tid, tid	tid
2803			bigint
2804	bigint, "any"	bigint, "any"	bigint
2805	bigint, double precision, double precision	bigint, double precision, double precision	bigint
2806	double precision[], double precision, double precision	double precision[], double precision, double precision	double precision[]
2807	double precision[]	double precision[]	double precision
2808	double precision[]	double precision[]	double precision
2809	double precision[]	double precision[]	double precision
2810	double precision[]	double precision[]	double precision
2811	double precision[]	double precision[]	double precision
2812	double precision[]	double precision[]	double precision
2813	double precision[]	double precision[]	double precision
2814	double precision[]	double precision[]	double precision
2815	double precision[]	double precision[]	double precision
2816	double precision[]	double precision[]	double precision
2817	double precision[]	double precision[]	double precision
2818	double precision, double precision	double precision, double precision	bigint
2819	double precision, double precision	double precision, double precision	double precision
2820	double precision, double precision	double precision, double precision	double precision
2821	double precision, double precision	double precision, double precision	double precision
2822	double precision, double precision	double precision, double precision	double precision
2823	double precision, double precision	double precision, double precision	double precision
2824	double precision, double precision	double precision, double precision	double precision
2825	double precision, double precision	double precision, double precision	double precision
2826	double precision, double precision	double precision, double precision	double precision
2827	double precision, double precision	double precision, double precision	double precision
2828	double precision, double precision	double precision, double precision	double precision
2829	double precision, double precision	double precision, double precision	double precision
2844	oid	oid	double precision
2845	oid	oid	double precision
2853	integer	integer	text
2854			oid
2855	oid	oid	boolean
2856	OUT name text, OUT abbrev text, OUT utc_offset interval, OUT is_dst boolean	OUT name text, OUT abbrev text, OUT utc_offset interval, OUT is_dst boolean	SETOF record
2857	integer	integer	timestamp with time zone
2858	internal, numeric	internal, numeric	internal
2859			bigint
2878	oid	oid	bigint
2879	oid	oid	bigint
2880	bigint	bigint	void
2881	bigint	bigint	void
2882	bigint	bigint	boolean
2883	bigint	bigint	boolean
2884	bigint	bigint	boolean
2885	bigint	bigint	boolean
2886	integer, integer	integer, integer	void
2887	integer, integer	integer, integer	void
2888	integer, integer	integer, integer	boolean
2889	integer, integer	integer, integer	boolean
2890	integer, integer	integer, integer	boolean
2891	integer, integer	integer, integer	boolean
2892			void
2893	cstring	cstring	xml
2894	xml	xml	cstring
2898	internal	internal	xml
2899	xml	xml	bytea
2900	xml, xml	xml, xml	xml
2902	cstring[]	cstring[]	integer
2903	cstring[]	cstring[]	integer
2904	integer	integer	cstring
2905	cstring[]	cstring[]	integer
2906	integer	integer	cstring
2907	cstring[]	cstring[]	integer
2908	integer	integer	cstring
2909	cstring[]	cstring[]	integer
2910	integer	integer	cstring
2911	cstring[]	cstring[]	integer
2912	integer	integer	cstring
2913	cstring[]	cstring[]	integer
2914	integer	integer	cstring
2915	cstring[]	cstring[]	integer
2916	integer	integer	cstring
2917	cstring[]	cstring[]	integer
2918	integer	integer	cstring
2919	cstring[]	cstring[]	integer
2920	integer	integer	cstring
2921	integer	integer	cstring
2939	cstring	cstring	txid_snapshot
2940	txid_snapshot	txid_snapshot	cstring
2941	internal	internal	txid_snapshot
2942	txid_snapshot	txid_snapshot	bytea
2943			bigint
2952	cstring	cstring	uuid
2953	uuid	uuid	cstring
2954	uuid, uuid	uuid, uuid	boolean
2955	uuid, uuid	uuid, uuid	boolean
2956	uuid, uuid	uuid, uuid	boolean
2957	uuid, uuid	uuid, uuid	boolean
2958	uuid, uuid	uuid, uuid	boolean
2959	uuid, uuid	uuid, uuid	boolean
2960	uuid, uuid	uuid, uuid	integer
2961	internal	internal	uuid
2962	uuid	uuid	bytea
2963	uuid	uuid	integer
2971	boolean	boolean	text
2978	oid	oid	bigint
2979	oid	oid	double precision
2980	oid	oid	double precision
2981	record, record	record, record	boolean
2982	record, record	record, record	boolean
2983	record, record	record, record	boolean
2984	record, record	record, record	boolean
2985	record, record	record, record	boolean
2986	record, record	record, record	boolean
2987	record, record	record, record	integer
2997	regclass	regclass	bigint
2998	regclass	regclass	bigint
2999	regclass	regclass	oid
3000	name, text, text	name, text, text	boolean
3001	name, oid, text	name, oid, text	boolean
3002	oid, text, text	oid, text, text	boolean
3003	oid, oid, text	oid, oid, text	boolean
3004	text, text	text, text	boolean
3005	oid, text	oid, text	boolean
3006	name, text, text	name, text, text	boolean
3007	name, oid, text	name, oid, text	boolean
3008	oid, text, text	oid, text, text	boolean
3009	oid, oid, text	oid, oid, text	boolean
3010	text, text	text, text	boolean
3011	oid, text	oid, text	boolean
3012	name, text, text, text	name, text, text, text	boolean
3013	name, text, smallint, text	name, text, smallint, text	boolean
3014	name, oid, text, text	name, oid, text, text	boolean
3015	name, oid, smallint, text	name, oid, smallint, text	boolean
3016	oid, text, text, text	oid, text, text, text	boolean
3017	oid, text, smallint, text	oid, text, smallint, text	boolean
3018	oid, oid, text, text	oid, oid, text, text	boolean
3019	oid, oid, smallint, text	oid, oid, smallint, text	boolean
3020	text, text, text	text, text, text	boolean
3021	text, smallint, text	text, smallint, text	boolean
3022	oid, text, text	oid, text, text	boolean
3023	oid, smallint, text	oid, smallint, text	boolean
3024	name, text, text	name, text, text	boolean
3025	name, oid, text	name, oid, text	boolean
3026	oid, text, text	oid, text, text	boolean
3027	oid, oid, text	oid, oid, text	boolean
3028	text, text	text, text	boolean
3029	oid, text	oid, text	boolean
3034	regclass	regclass	text
3035			SETOF text
3036	text, text	text, text	void
3037	oid	oid	bigint
3038	oid	oid	bigint
3039	oid	oid	bigint
3040	oid	oid	bigint
3041	oid	oid	bigint
3042	oid	oid	bigint
3043	oid	oid	bigint
3044	oid	oid	bigint
3045	oid	oid	bigint
3046	oid	oid	bigint
3047	oid	oid	double precision
3048	oid	oid	double precision
3051	text	text	boolean
3052	text	text	boolean
3053	text	text	boolean
3054	oid	oid	bigint
3055	oid	oid	bigint
3056	oid	oid	bigint
3057	oid	oid	bigint
3058	VARIADIC "any"	VARIADIC "any"	text
3059	text, VARIADIC "any"	text, VARIADIC "any"	text
3060	text, integer	text, integer	text
3061	text, integer	text, integer	text
3062	text	text	text
3063			bigint
3065	oid	oid	bigint
3066	oid	oid	bigint
3067	oid	oid	bigint
3068	oid	oid	bigint
3069	oid	oid	bigint
3070	oid	oid	bigint
3071			void
3072			void
3073			boolean
3074	oid	oid	timestamp with time zone
3075			timestamp with time zone
3078	sequence_oid oid, OUT start_value bigint, OUT minimum_value bigint, OUT maximum_value bigint, OUT increment bigint, OUT cycle_option boolean, OUT cache_size bigint, OUT data_type oid	sequence_oid oid, OUT start_value bigint, OUT minimum_value bigint, OUT maximum_value bigint, OUT increment bigint, OUT cycle_option boolean, OUT cache_size bigint, OUT data_type oid	record
3082	OUT name name, OUT default_version text, OUT comment text	OUT name name, OUT default_version text, OUT comment text	SETOF record
3083	OUT name name, OUT version text, OUT superuser boolean, OUT trusted boolean, OUT relocatable boolean, OUT schema name, OUT requires name[], OUT comment text	OUT name name, OUT version text, OUT superuser boolean, OUT trusted boolean, OUT relocatable boolean, OUT schema name, OUT requires name[], OUT comment text	SETOF record
3084	name name, OUT source text, OUT target text, OUT path text	name name, OUT source text, OUT target text, OUT path text	SETOF record
3086	regclass, text	regclass, text	void
3089	bigint	bigint	void
3090	bigint	bigint	void
3091	bigint	bigint	boolean
3092	bigint	bigint	boolean
3093	integer, integer	integer, integer	void
3094	integer, integer	integer, integer	void
3095	integer, integer	integer, integer	boolean
3096	integer, integer	integer, integer	boolean
3099	OUT pid integer, OUT state text, OUT sent_lsn pg_lsn, OUT write_lsn pg_lsn, OUT flush_lsn pg_lsn, OUT replay_lsn pg_lsn, OUT write_lag interval, OUT flush_lag interval, OUT replay_lag interval, OUT sync_priority integer, OUT sync_state text, OUT reply_time timestamp with time zone	OUT pid integer, OUT state text, OUT sent_lsn pg_lsn, OUT write_lsn pg_lsn, OUT flush_lsn pg_lsn, OUT replay_lsn pg_lsn, OUT write_lag interval, OUT flush_lag interval, OUT replay_lag interval, OUT sync_priority integer, OUT sync_state text, OUT reply_time timestamp with time zone	SETOF record
3100			bigint
3101			bigint
3102			bigint
3103			double precision
3104			double precision
3105	integer	integer	integer
3106	anyelement	anyelement	anyelement
3107	anyelement, integer	anyelement, integer	anyelement
3108	anycompatible, integer, anycompatible	anycompatible, integer, anycompatible	anycompatible
3109	anyelement	anyelement	anyelement
3110	anyelement, integer	anyelement, integer	anyelement
3111	anycompatible, integer, anycompatible	anycompatible, integer, anycompatible	anycompatible
3112	anyelement	anyelement	anyelement
3113	anyelement	anyelement	anyelement
3114	anyelement, integer	anyelement, integer	anyelement
3120	internal	internal	void
3121	void	void	bytea
3138	name, text, text	name, text, text	boolean
3139	name, oid, text	name, oid, text	boolean
3140	oid, text, text	oid, text, text	boolean
3141	oid, oid, text	oid, oid, text	boolean
3142	text, text	text, text	boolean
3143	oid, text	oid, text	boolean
3150	oid	oid	bigint
3151	oid	oid	bigint
3152	oid	oid	bigint
3153	anyarray	anyarray	json
3154	anyarray, boolean	anyarray, boolean	json
3155	record	record	json
3156	record, boolean	record, boolean	json
3159	oid, integer	oid, integer	text
3160			double precision
3161			double precision
3162	"any"	"any"	text
3163			integer
3166	numeric	numeric	text
3167	anycompatiblearray, anycompatible	anycompatiblearray, anycompatible	anycompatiblearray
3168	anycompatiblearray, anycompatible, anycompatible	anycompatiblearray, anycompatible, anycompatible	anycompatiblearray
3169	internal, oid, internal, integer	internal, oid, internal, integer	double precision
3170	integer, bigint, integer	integer, bigint, integer	bigint
3171	integer	integer	bigint
3172	integer, bigint	integer, bigint	integer
3173	internal, anyelement	internal, anyelement	internal
3174	internal	internal	json
3175	anyelement	anyelement	json
3176	anyelement	anyelement	json
3177	oid	oid	bigint
3178	internal	internal	numeric
3179	anyarray	anyarray	integer
3180	internal, "any", "any"	internal, "any", "any"	internal
3181	record, record	record, record	boolean
3182	record, record	record, record	boolean
3183	record, record	record, record	boolean
3184	record, record	record, record	boolean
3185	record, record	record, record	boolean
3186	record, record	record, record	boolean
3187	record, record	record, record	integer
3195	OUT archived_count bigint, OUT last_archived_wal text, OUT last_archived_time timestamp with time zone, OUT failed_count bigint, OUT last_failed_wal text, OUT last_failed_time timestamp with time zone, OUT stats_reset timestamp with time zone	OUT archived_count bigint, OUT last_archived_wal text, OUT last_archived_time timestamp with time zone, OUT failed_count bigint, OUT last_failed_wal text, OUT last_failed_time timestamp with time zone, OUT stats_reset timestamp with time zone	record
3196	internal	internal	json
3197	"any", "any"	"any", "any"	json
3198	VARIADIC "any"	VARIADIC "any"	json
3199			json
3200	VARIADIC "any"	VARIADIC "any"	json
3201			json
3202	text[]	text[]	json
3203	text[], text[]	text[], text[]	json
3204	json	json	record
3205	json	json	SETOF record
3207	jsonb	jsonb	integer
3208	from_json jsonb, OUT key text, OUT value jsonb	from_json jsonb, OUT key text, OUT value jsonb	SETOF record
3209	anyelement, jsonb	anyelement, jsonb	anyelement
3210	jsonb	jsonb	text
3214	from_json jsonb, field_name text	from_json jsonb, field_name text	text
3215	from_json jsonb, element_index integer	from_json jsonb, element_index integer	jsonb
3216	from_json jsonb, element_index integer	from_json jsonb, element_index integer	text
3217	from_json jsonb, VARIADIC path_elems text[]	from_json jsonb, VARIADIC path_elems text[]	jsonb
3218	anycompatible, anycompatiblearray	anycompatible, anycompatiblearray	integer
3219	from_json jsonb, OUT value jsonb	from_json jsonb, OUT value jsonb	SETOF jsonb
3229	cstring	cstring	pg_lsn
3230	pg_lsn	pg_lsn	cstring
3238	internal	internal	pg_lsn
3239	pg_lsn	pg_lsn	bytea
3259	numeric, numeric, numeric	numeric, numeric, numeric	SETOF numeric
3260	numeric, numeric	numeric, numeric	SETOF numeric
3261	json	json	json
3262	jsonb	jsonb	jsonb
3263	text[]	text[]	jsonb
3264	text[], text[]	text[], text[]	jsonb
3265	internal, anyelement	internal, anyelement	internal
3266	internal	internal	jsonb
3267	anyelement	anyelement	jsonb
3268	internal, "any", "any"	internal, "any", "any"	internal
3269	internal	internal	jsonb
3270	"any", "any"	"any", "any"	jsonb
3271	VARIADIC "any"	VARIADIC "any"	jsonb
3272			jsonb
3273	VARIADIC "any"	VARIADIC "any"	jsonb
3274			jsonb
3277	anycompatiblearray, anycompatible	anycompatiblearray, anycompatible	integer
3278	anycompatiblearray, anycompatible, integer	anycompatiblearray, anycompatible, integer	integer
3279	anycompatiblearray, anycompatible	anycompatiblearray, anycompatible	integer[]
3281	numeric	numeric	integer
3293	text, bigint, bigint, boolean	text, bigint, bigint, boolean	text
3294	text, boolean	text, boolean	text
3295	text, bigint, bigint, boolean	text, bigint, bigint, boolean	bytea
3296			double precision
3297	text, boolean, boolean	text, boolean, boolean	SETOF text
3298	oid	oid	boolean
3299	text	text	boolean
3301	jsonb, jsonb	jsonb, jsonb	jsonb
3302	jsonb, text	jsonb, text	jsonb
3303	jsonb, integer	jsonb, integer	jsonb
3304	jsonb, text[]	jsonb, text[]	jsonb
3305	jsonb_in jsonb, path text[], replacement jsonb, create_if_missing boolean DEFAULT true	jsonb_in jsonb, path text[], replacement jsonb, create_if_missing boolean	jsonb
3306	jsonb	jsonb	text
3307	filename text, missing_ok boolean, OUT size bigint, OUT access timestamp with time zone, OUT modification timestamp with time zone, OUT change timestamp with time zone, OUT creation timestamp with time zone, OUT isdir boolean	filename text, missing_ok boolean, OUT size bigint, OUT access timestamp with time zone, OUT modification timestamp with time zone, OUT change timestamp with time zone, OUT creation timestamp with time zone, OUT isdir boolean	record
3309	xid, integer	xid, integer	boolean
3317	OUT pid integer, OUT status text, OUT receive_start_lsn pg_lsn, OUT receive_start_tli integer, OUT written_lsn pg_lsn, OUT flushed_lsn pg_lsn, OUT received_tli integer, OUT last_msg_send_time timestamp with time zone, OUT last_msg_receipt_time timestamp with time zone, OUT latest_end_lsn pg_lsn, OUT latest_end_time timestamp with time zone, OUT slot_name text, OUT sender_host text, OUT sender_port integer, OUT conninfo text	OUT pid integer, OUT status text, OUT receive_start_lsn pg_lsn, OUT receive_start_tli integer, OUT written_lsn pg_lsn, OUT flushed_lsn pg_lsn, OUT received_tli integer, OUT last_msg_send_time timestamp with time zone, OUT last_msg_receipt_time timestamp with time zone, OUT latest_end_lsn pg_lsn, OUT latest_end_time timestamp with time zone, OUT slot_name text, OUT sender_host text, OUT sender_port integer, OUT conninfo text	record
3318	cmdtype text, OUT pid integer, OUT datid oid, OUT relid oid, OUT param1 bigint, OUT param2 bigint, OUT param3 bigint, OUT param4 bigint, OUT param5 bigint, OUT param6 bigint, OUT param7 bigint, OUT param8 bigint, OUT param9 bigint, OUT param10 bigint, OUT param11 bigint, OUT param12 bigint, OUT param13 bigint, OUT param14 bigint, OUT param15 bigint, OUT param16 bigint, OUT param17 bigint, OUT param18 bigint, OUT param19 bigint, OUT param20 bigint	cmdtype text, OUT pid integer, OUT datid oid, OUT relid oid, OUT param1 bigint, OUT param2 bigint, OUT param3 bigint, OUT param4 bigint, OUT param5 bigint, OUT param6 bigint, OUT param7 bigint, OUT param8 bigint, OUT param9 bigint, OUT param10 bigint, OUT param11 bigint, OUT param12 bigint, OUT param13 bigint, OUT param14 bigint, OUT param15 bigint, OUT param16 bigint, OUT param17 bigint, OUT param18 bigint, OUT param19 bigint, OUT param20 bigint	SETOF record
3324	bigint[], bigint[]	bigint[], bigint[]	bigint[]
3325	interval[], interval[]	interval[], interval[]	interval[]
3329	OUT sourcefile text, OUT sourceline integer, OUT seqno integer, OUT name text, OUT setting text, OUT applied boolean, OUT error text	OUT sourcefile text, OUT sourceline integer, OUT seqno integer, OUT name text, OUT setting text, OUT applied boolean, OUT error text	SETOF record
3334	text	text	bigint
3335	internal	internal	bytea
3336	bytea, internal	bytea, internal	internal
3337	internal, internal	internal, internal	internal
3338	internal, internal	internal, internal	internal
3339	internal	internal	bytea
3340	bytea, internal	bytea, internal	internal
3341	internal, internal	internal, internal	internal
3342	double precision[], double precision[]	double precision[], double precision[]	double precision[]
3343	from_json jsonb, VARIADIC path_elems text[]	from_json jsonb, VARIADIC path_elems text[]	jsonb
3344	money, bigint	money, bigint	money
3345	money, bigint	money, bigint	money
3348			bigint
3352	oid	oid	text
3353	OUT name text, OUT size bigint, OUT modification timestamp with time zone	OUT name text, OUT size bigint, OUT modification timestamp with time zone	SETOF record
3354	OUT name text, OUT size bigint, OUT modification timestamp with time zone	OUT name text, OUT size bigint, OUT modification timestamp with time zone	SETOF record
3360	bigint	bigint	text
3376	integer	integer	integer[]
3378	integer, integer[]	integer, integer[]	boolean
3382	classid oid, objid oid, objsubid integer, OUT type text, OUT object_names text[], OUT object_args text[]	classid oid, objid oid, objsubid integer, OUT type text, OUT object_names text[], OUT object_args text[]	record
3387	internal, bigint	internal, bigint	internal
3388	internal	internal	numeric
3389	internal	internal	numeric
3390	internal	internal	numeric
3391	internal	internal	numeric
3392	internal	internal	numeric
3393	internal	internal	numeric
3396	text, text	text, text	text[]
3397	text, text, text	text, text, text	text[]
3400	OUT name text, OUT setting text	OUT name text, OUT setting text	SETOF record
3401	OUT line_number integer, OUT type text, OUT database text[], OUT user_name text[], OUT address text, OUT netmask text, OUT auth_method text, OUT options text[], OUT error text	OUT line_number integer, OUT type text, OUT database text[], OUT user_name text[], OUT address text, OUT netmask text, OUT auth_method text, OUT options text[], OUT error text	SETOF record
3403	oid	oid	boolean
3408	oid	oid	text
3409	time without time zone, bigint	time without time zone, bigint	bigint
3411	timestamp without time zone, bigint	timestamp without time zone, bigint	bigint
3412	uuid, bigint	uuid, bigint	bigint
3415	oid	oid	text
3416	jsonb, bigint	jsonb, bigint	bigint
3418	interval, bigint	interval, bigint	bigint
3419	bytea	bytea	bytea
3420	bytea	bytea	bytea
3421	bytea	bytea	bytea
3422	bytea	bytea	bytea
3423	rootrelid regclass, OUT relid regclass, OUT parentrelid regclass, OUT isleaf boolean, OUT level integer	rootrelid regclass, OUT relid regclass, OUT parentrelid regclass, OUT isleaf boolean, OUT level integer	SETOF record
3424	regclass	regclass	regclass
3425	partitionid regclass, OUT relid regclass	partitionid regclass, OUT relid regclass	SETOF regclass
3426	oid	oid	bigint
3428	oid	oid	timestamp with time zone
3432			uuid
3436	wait boolean DEFAULT true, wait_seconds integer DEFAULT 60	wait boolean, wait_seconds integer	boolean
3437	internal, oid, internal, integer	internal, oid, internal, integer	double precision
3438	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
3441	OUT pg_control_version integer, OUT catalog_version_no integer, OUT system_identifier bigint, OUT pg_control_last_modified timestamp with time zone	OUT pg_control_version integer, OUT catalog_version_no integer, OUT system_identifier bigint, OUT pg_control_last_modified timestamp with time zone	record
3442	OUT checkpoint_lsn pg_lsn, OUT redo_lsn pg_lsn, OUT redo_wal_file text, OUT timeline_id integer, OUT prev_timeline_id integer, OUT full_page_writes boolean, OUT next_xid text, OUT next_oid oid, OUT next_multixact_id xid, OUT next_multi_offset xid, OUT oldest_xid xid, OUT oldest_xid_dbid oid, OUT oldest_active_xid xid, OUT oldest_multi_xid xid, OUT oldest_multi_dbid oid, OUT oldest_commit_ts_xid xid, OUT newest_commit_ts_xid xid, OUT checkpoint_time timestamp with time zone	OUT checkpoint_lsn pg_lsn, OUT redo_lsn pg_lsn, OUT redo_wal_file text, OUT timeline_id integer, OUT prev_timeline_id integer, OUT full_page_writes boolean, OUT next_xid text, OUT next_oid oid, OUT next_multixact_id xid, OUT next_multi_offset xid, OUT oldest_xid xid, OUT oldest_xid_dbid oid, OUT oldest_active_xid xid, OUT oldest_multi_xid xid, OUT oldest_multi_dbid oid, OUT oldest_commit_ts_xid xid, OUT newest_commit_ts_xid xid, OUT checkpoint_time timestamp with time zone	record
3443	OUT min_recovery_end_lsn pg_lsn, OUT min_recovery_end_timeline integer, OUT backup_start_lsn pg_lsn, OUT backup_end_lsn pg_lsn, OUT end_of_backup_record_required boolean	OUT min_recovery_end_lsn pg_lsn, OUT min_recovery_end_timeline integer, OUT backup_start_lsn pg_lsn, OUT backup_end_lsn pg_lsn, OUT end_of_backup_record_required boolean	record
3444	OUT max_data_alignment integer, OUT database_block_size integer, OUT blocks_per_segment integer, OUT wal_block_size integer, OUT bytes_per_wal_segment integer, OUT max_identifier_length integer, OUT max_index_columns integer, OUT max_toast_chunk_size integer, OUT large_object_chunk_size integer, OUT float8_pass_by_value boolean, OUT data_page_checksum_version integer	OUT max_data_alignment integer, OUT database_block_size integer, OUT blocks_per_segment integer, OUT wal_block_size integer, OUT bytes_per_wal_segment integer, OUT max_identifier_length integer, OUT max_index_columns integer, OUT max_toast_chunk_size integer, OUT large_object_chunk_size integer, OUT float8_pass_by_value boolean, OUT data_page_checksum_version integer	record
3445	regnamespace	regnamespace	integer
3446	internal	internal	macaddr8
3447	macaddr8	macaddr8	bytea
3448	oid	oid	text
3449	jsonb	jsonb	numeric
3450	jsonb	jsonb	smallint
3451	jsonb	jsonb	integer
3452	jsonb	jsonb	bigint
3453	jsonb	jsonb	real
3454	oid, oid	oid, oid	regclass
3457	oid, bytea	oid, bytea	oid
3458	oid	oid	bytea
3459	oid, bigint, integer	oid, bigint, integer	bytea
3460	oid, bigint, bytea	oid, bigint, bytea	void
3461	year integer, month integer, mday integer, hour integer, min integer, sec double precision	year integer, month integer, mday integer, hour integer, min integer, sec double precision	timestamp without time zone
3462	year integer, month integer, mday integer, hour integer, min integer, sec double precision	year integer, month integer, mday integer, hour integer, min integer, sec double precision	timestamp with time zone
3463	year integer, month integer, mday integer, hour integer, min integer, sec double precision, timezone text	year integer, month integer, mday integer, hour integer, min integer, sec double precision, timezone text	timestamp with time zone
3464	years integer DEFAULT 0, months integer DEFAULT 0, weeks integer DEFAULT 0, days integer DEFAULT 0, hours integer DEFAULT 0, mins integer DEFAULT 0, secs double precision DEFAULT 0.0	years integer, months integer, weeks integer, days integer, hours integer, mins integer, secs double precision	interval
3465	from_json jsonb, OUT value text	from_json jsonb, OUT value text	SETOF text
3475	anyelement, jsonb	anyelement, jsonb	SETOF anyelement
3476	text	text	regoperator
3478	from_json jsonb, field_name text	from_json jsonb, field_name text	jsonb
3479	text	text	regprocedure
3480	text, text	text, text	integer
3490	jsonb	jsonb	record
3491	jsonb	jsonb	SETOF record
3492	text	text	regoper
3493	text	text	regtype
3494	text	text	regproc
3495	text	text	regclass
3496	internal, boolean	internal, boolean	internal
3497	internal, boolean	internal, boolean	internal
3498	internal	internal	boolean
3499	internal	internal	boolean
3524	anyenum, anyenum	anyenum, anyenum	anyenum
3525	anyenum, anyenum	anyenum, anyenum	anyenum
3535	internal, text, text	internal, text, text	internal
3536	internal	internal	text
3537	oid, oid, integer	oid, oid, integer	text
3538	text, text	text, text	text
3539	text, VARIADIC "any"	text, VARIADIC "any"	text
3540	text	text	text
3543	internal, bytea, bytea	internal, bytea, bytea	internal
3544	internal	internal	bytea
3545	bytea, bytea	bytea, bytea	bytea
3546	bigint	bigint	bigint
3547	bigint, "any"	bigint, "any"	bigint
3548	internal, numeric	internal, numeric	internal
3549	interval[], interval	interval[], interval	interval[]
3556	jsonb	jsonb	boolean
3562	inet, inet	inet, inet	inet
3563	inet, inet	inet, inet	inet
3566	OUT classid oid, OUT objid oid, OUT objsubid integer, OUT original boolean, OUT normal boolean, OUT is_temporary boolean, OUT object_type text, OUT schema_name text, OUT object_name text, OUT object_identity text, OUT address_names text[], OUT address_args text[]	OUT classid oid, OUT objid oid, OUT objsubid integer, OUT original boolean, OUT normal boolean, OUT is_temporary boolean, OUT object_type text, OUT schema_name text, OUT object_name text, OUT object_identity text, OUT address_names text[], OUT address_args text[]	SETOF record
3567	internal, smallint	internal, smallint	internal
3568	internal, integer	internal, integer	internal
3569	internal, bigint	internal, bigint	internal
3570	bigint[], smallint	bigint[], smallint	bigint[]
3571	bigint[], integer	bigint[], integer	bigint[]
3572	bigint[]	bigint[]	bigint
3579	jsonb_in jsonb, path text[], replacement jsonb, insert_after boolean DEFAULT false	jsonb_in jsonb, path text[], replacement jsonb, insert_after boolean	jsonb
3582	oid	oid	void
3583	OUT xid xid, OUT "timestamp" timestamp with time zone, OUT roident oid	OUT xid xid, OUT "timestamp" timestamp with time zone, OUT roident oid	record
3584	oid	oid	void
3586	oid	oid	void
3587	oid	oid	void
3588	oid	oid	void
3589	oid	oid	void
3590	oid	oid	void
3591	text, text, boolean, text, oid[], text[], text[]	text, text, boolean, text, oid[], text[], text[]	void
3610	cstring	cstring	tsvector
3611	tsvector	tsvector	cstring
3612	cstring	cstring	tsquery
3613	tsquery	tsquery	cstring
3638	tsvector	tsvector	bytea
3639	internal	internal	tsvector
3640	tsquery	tsquery	bytea
3641	internal	internal	tsquery
3646	cstring	cstring	gtsvector
3647	gtsvector	gtsvector	cstring
3688	internal	internal	boolean
3689	query text, OUT word text, OUT ndoc integer, OUT nentry integer	query text, OUT word text, OUT ndoc integer, OUT nentry integer	SETOF record
3690	query text, weights text, OUT word text, OUT ndoc integer, OUT nentry integer	query text, weights text, OUT word text, OUT ndoc integer, OUT nentry integer	SETOF record
3696	text, text	text, text	boolean
3713	parser_oid oid, OUT tokid integer, OUT alias text, OUT description text	parser_oid oid, OUT tokid integer, OUT alias text, OUT description text	SETOF record
3714	parser_name text, OUT tokid integer, OUT alias text, OUT description text	parser_name text, OUT tokid integer, OUT alias text, OUT description text	SETOF record
3715	parser_oid oid, txt text, OUT tokid integer, OUT token text	parser_oid oid, txt text, OUT tokid integer, OUT token text	SETOF record
3716	parser_name text, txt text, OUT tokid integer, OUT token text	parser_name text, txt text, OUT tokid integer, OUT token text	SETOF record
3723	regdictionary, text	regdictionary, text	text[]
3724	text, text	text, text	integer
3736	cstring	cstring	regconfig
3737	regconfig	regconfig	cstring
3738	internal	internal	regconfig
3739	regconfig	regconfig	bytea
3756	oid	oid	boolean
3757	oid	oid	boolean
3758	oid	oid	boolean
3759			regconfig
3760	text, text	text, text	boolean
3768	oid	oid	boolean
3771	cstring	cstring	regdictionary
3772	regdictionary	regdictionary	cstring
3773	internal	internal	regdictionary
3774	regdictionary	regdictionary	bytea
3775	text	text	void
3776	oid	oid	void
3777	oid	oid	void
3778	oid	oid	text
3779	slot_name name, immediately_reserve boolean DEFAULT false, temporary boolean DEFAULT false, OUT slot_name name, OUT lsn pg_lsn	slot_name name, immediately_reserve boolean, temporary boolean, OUT slot_name name, OUT lsn pg_lsn	record
3780	name	name	void
3781	OUT slot_name name, OUT plugin name, OUT slot_type text, OUT datoid oid, OUT temporary boolean, OUT active boolean, OUT active_pid integer, OUT xmin xid, OUT catalog_xmin xid, OUT restart_lsn pg_lsn, OUT confirmed_flush_lsn pg_lsn, OUT wal_status text, OUT safe_wal_size bigint, OUT two_phase boolean	OUT slot_name name, OUT plugin name, OUT slot_type text, OUT datoid oid, OUT temporary boolean, OUT active boolean, OUT active_pid integer, OUT xmin xid, OUT catalog_xmin xid, OUT restart_lsn pg_lsn, OUT confirmed_flush_lsn pg_lsn, OUT wal_status text, OUT safe_wal_size bigint, OUT two_phase boolean	SETOF record
3786	slot_name name, plugin name, temporary boolean DEFAULT false, twophase boolean DEFAULT false, OUT slot_name name, OUT lsn pg_lsn	slot_name name, plugin name, temporary boolean, twophase boolean, OUT slot_name name, OUT lsn pg_lsn	record
3787	anyelement	anyelement	jsonb
3788			timestamp with time zone
3789	regclass	regclass	bigint
3800			text
3801	text	text	text
3803	jsonb	jsonb	bytea
3804	jsonb	jsonb	cstring
3805	internal	internal	jsonb
3806	cstring	cstring	jsonb
3808	oid, integer	oid, integer	text
3809			text
3810			boolean
3815	oid	oid	boolean
3816	internal	internal	boolean
3817	internal, oid, internal, integer	internal, oid, internal, integer	double precision
3818	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
3826	text	text	text
3827	text, bigint, bigint	text, bigint, bigint	bytea
3828	text	text	bytea
3829	oid	oid	boolean
3830			timestamp with time zone
3839	classid oid, objid oid, objsubid integer, OUT type text, OUT schema text, OUT name text, OUT identity text	classid oid, objid oid, objsubid integer, OUT type text, OUT schema text, OUT name text, OUT identity text	record
3842	regclass, boolean	regclass, boolean	integer
3843	regclass, smallint, boolean	regclass, smallint, boolean	boolean
3846	year integer, month integer, day integer	year integer, month integer, day integer	date
3847	hour integer, min integer, sec double precision	hour integer, min integer, sec double precision	time without time zone
3858	anyrange, anyelement	anyrange, anyelement	boolean
3922	integer, integer	integer, integer	double precision
3923	bigint, bigint	bigint, bigint	double precision
3924	numeric, numeric	numeric, numeric	double precision
3925	date, date	date, date	double precision
3929	timestamp without time zone, timestamp without time zone	timestamp without time zone, timestamp without time zone	double precision
3930	timestamp with time zone, timestamp with time zone	timestamp with time zone, timestamp with time zone	double precision
3931	jsonb	jsonb	SETOF text
3932	from_json jsonb, OUT key text, OUT value text	from_json jsonb, OUT key text, OUT value text	SETOF record
3935	interval	interval	void
3936	timestamp with time zone	timestamp with time zone	void
3940	from_json jsonb, VARIADIC path_elems text[]	from_json jsonb, VARIADIC path_elems text[]	text
3943	"char", oid	"char", oid	aclitem[]
3947	from_json json, field_name text	from_json json, field_name text	json
3948	from_json json, field_name text	from_json json, field_name text	text
3949	from_json json, element_index integer	from_json json, element_index integer	json
3950	from_json json, element_index integer	from_json json, element_index integer	text
3951	from_json json, VARIADIC path_elems text[]	from_json json, VARIADIC path_elems text[]	json
3952	regclass	regclass	integer
3953	from_json json, VARIADIC path_elems text[]	from_json json, VARIADIC path_elems text[]	text
3954	type text, object_names text[], object_args text[], OUT classid oid, OUT objid oid, OUT objsubid integer	type text, object_names text[], object_args text[], OUT classid oid, OUT objid oid, OUT objsubid integer	record
3955	from_json json, OUT value json	from_json json, OUT value json	SETOF json
3956	json	json	integer
3957	json	json	SETOF text
3958	from_json json, OUT key text, OUT value json	from_json json, OUT key text, OUT value json	SETOF record
3959	from_json json, OUT key text, OUT value text	from_json json, OUT key text, OUT value text	SETOF record
3960	base anyelement, from_json json, use_json_as_text boolean DEFAULT false	base anyelement, from_json json, use_json_as_text boolean	anyelement
3961	base anyelement, from_json json, use_json_as_text boolean DEFAULT false	base anyelement, from_json json, use_json_as_text boolean	SETOF anyelement
3968	json	json	text
3969	from_json json, OUT value text	from_json json, OUT value text	SETOF text
3970	internal, "any"	internal, "any"	internal
3971	internal, VARIADIC "any"	internal, VARIADIC "any"	internal
3972	double precision ORDER BY anyelement	double precision ORDER BY anyelement	anyelement
3973	internal, double precision, anyelement	internal, double precision, anyelement	anyelement
3974	double precision ORDER BY double precision	double precision ORDER BY double precision	double precision
3975	internal, double precision	internal, double precision	double precision
3976	double precision ORDER BY interval	double precision ORDER BY interval	interval
3977	internal, double precision	internal, double precision	interval
3978	double precision[] ORDER BY anyelement	double precision[] ORDER BY anyelement	anyarray
3979	internal, double precision[], anyelement	internal, double precision[], anyelement	anyarray
3980	double precision[] ORDER BY double precision	double precision[] ORDER BY double precision	double precision[]
3981	internal, double precision[]	internal, double precision[]	double precision[]
3982	double precision[] ORDER BY interval	double precision[] ORDER BY interval	interval[]
3983	internal, double precision[]	internal, double precision[]	interval[]
3984	ORDER BY anyelement	ORDER BY anyelement	anyelement
3985	internal, anyelement	internal, anyelement	anyelement
3986	VARIADIC "any" ORDER BY VARIADIC "any"	VARIADIC "any" ORDER BY VARIADIC "any"	bigint
3987	internal, VARIADIC "any"	internal, VARIADIC "any"	bigint
3988	VARIADIC "any" ORDER BY VARIADIC "any"	VARIADIC "any" ORDER BY VARIADIC "any"	double precision
3989	internal, VARIADIC "any"	internal, VARIADIC "any"	double precision
3990	VARIADIC "any" ORDER BY VARIADIC "any"	VARIADIC "any" ORDER BY VARIADIC "any"	double precision
3991	internal, VARIADIC "any"	internal, VARIADIC "any"	double precision
3992	VARIADIC "any" ORDER BY VARIADIC "any"	VARIADIC "any" ORDER BY VARIADIC "any"	bigint
3993	internal, VARIADIC "any"	internal, VARIADIC "any"	bigint
3999	regclass, bigint	regclass, bigint	integer
4001	cstring	cstring	jsonpath
4002	internal	internal	jsonpath
4003	jsonpath	jsonpath	cstring
4004	jsonpath	jsonpath	bytea
4014	regclass, bigint	regclass, bigint	void
4032	regclass	regclass	bigint
4038	jsonb, jsonb	jsonb, jsonb	boolean
4039	jsonb, jsonb	jsonb, jsonb	boolean
4040	jsonb, jsonb	jsonb, jsonb	boolean
4041	jsonb, jsonb	jsonb, jsonb	boolean
4042	jsonb, jsonb	jsonb, jsonb	boolean
4043	jsonb, jsonb	jsonb, jsonb	boolean
4044	jsonb, jsonb	jsonb, jsonb	integer
4045	jsonb	jsonb	integer
4046	jsonb, jsonb	jsonb, jsonb	boolean
4047	jsonb, text	jsonb, text	boolean
4048	jsonb, text[]	jsonb, text[]	boolean
4049	jsonb, text[]	jsonb, text[]	boolean
4050	jsonb, jsonb	jsonb, jsonb	boolean
4051	internal, anyarray	internal, anyarray	internal
4052	internal, anyarray	internal, anyarray	anyarray
4053	anyarray	anyarray	anyarray
4083	boolean	boolean	void
4084	cstring	cstring	regnamespace
4085	regnamespace	regnamespace	cstring
4086	text	text	regnamespace
4087	internal	internal	regnamespace
4088	regnamespace	regnamespace	bytea
4092	regrole	regrole	cstring
4093	text	text	regrole
4094	internal	internal	regrole
4095	regrole	regrole	bytea
4098	cstring	cstring	regrole
4099			boolean
4100	text, bigint, bigint	text, bigint, bigint	text
4101	oid, text, text	oid, text, text	void
4110	cstring	cstring	macaddr8
4111	macaddr8	macaddr8	cstring
4126	bigint, bigint, bigint, boolean, boolean	bigint, bigint, bigint, boolean, boolean	boolean
4127	integer, integer, bigint, boolean, boolean	integer, integer, bigint, boolean, boolean	boolean
4128	integer, integer, integer, boolean, boolean	integer, integer, integer, boolean, boolean	boolean
4129	integer, integer, smallint, boolean, boolean	integer, integer, smallint, boolean, boolean	boolean
4130	smallint, smallint, bigint, boolean, boolean	smallint, smallint, bigint, boolean, boolean	boolean
4131	smallint, smallint, integer, boolean, boolean	smallint, smallint, integer, boolean, boolean	boolean
4132	smallint, smallint, smallint, boolean, boolean	smallint, smallint, smallint, boolean, boolean	boolean
4133	date, date, interval, boolean, boolean	date, date, interval, boolean, boolean	boolean
4134	timestamp without time zone, timestamp without time zone, interval, boolean, boolean	timestamp without time zone, timestamp without time zone, interval, boolean, boolean	boolean
4135	timestamp with time zone, timestamp with time zone, interval, boolean, boolean	timestamp with time zone, timestamp with time zone, interval, boolean, boolean	boolean
4136	interval, interval, interval, boolean, boolean	interval, interval, interval, boolean, boolean	boolean
4137	time without time zone, time without time zone, interval, boolean, boolean	time without time zone, time without time zone, interval, boolean, boolean	boolean
4139	double precision, double precision, double precision, boolean, boolean	double precision, double precision, double precision, boolean, boolean	boolean
4140	real, real, double precision, boolean, boolean	real, real, double precision, boolean, boolean	boolean
4141	numeric, numeric, numeric, boolean, boolean	numeric, numeric, numeric, boolean, boolean	boolean
4187	pg_lsn, pg_lsn	pg_lsn, pg_lsn	pg_lsn
4188	pg_lsn, pg_lsn	pg_lsn, pg_lsn	pg_lsn
4193	cstring	cstring	regcollation
4194	regcollation	regcollation	cstring
4195	text	text	regcollation
4196	internal	internal	regcollation
4197	regcollation	regcollation	bytea
4220	src_slot_name name, dst_slot_name name, temporary boolean, OUT slot_name name, OUT lsn pg_lsn	src_slot_name name, dst_slot_name name, temporary boolean, OUT slot_name name, OUT lsn pg_lsn	record
4221	src_slot_name name, dst_slot_name name, OUT slot_name name, OUT lsn pg_lsn	src_slot_name name, dst_slot_name name, OUT slot_name name, OUT lsn pg_lsn	record
4222	src_slot_name name, dst_slot_name name, temporary boolean, plugin name, OUT slot_name name, OUT lsn pg_lsn	src_slot_name name, dst_slot_name name, temporary boolean, plugin name, OUT slot_name name, OUT lsn pg_lsn	record
4223	src_slot_name name, dst_slot_name name, temporary boolean, OUT slot_name name, OUT lsn pg_lsn	src_slot_name name, dst_slot_name name, temporary boolean, OUT slot_name name, OUT lsn pg_lsn	record
4224	src_slot_name name, dst_slot_name name, OUT slot_name name, OUT lsn pg_lsn	src_slot_name name, dst_slot_name name, OUT slot_name name, OUT lsn pg_lsn	record
4243	internal, oid, internal, integer	internal, oid, internal, integer	double precision
4249	anymultirange, anyelement	anymultirange, anyelement	boolean
4299	internal, anyrange	internal, anyrange	internal
4300	internal, anyrange	internal, anyrange	anymultirange
4350	text, text DEFAULT 'NFC'::text	text, text	text
4351	text, text DEFAULT 'NFC'::text	text, text	boolean
4388	anymultirange, anymultirange	anymultirange, anymultirange	anymultirange
4390	oid	oid	void
4391	oid	oid	void
4401	anyrange, anyrange	anyrange, anyrange	anyrange
4543	integer	integer	boolean
4545	oid	oid	void
4546	oid	oid	void
4547	oid	oid	void
4548	oid	oid	void
4566	OUT oid oid	OUT oid oid	oid
4567			integer
4568	OUT classid oid, OUT objid oid, OUT objsubid integer, OUT command_tag text, OUT object_type text, OUT schema_name text, OUT object_identity text, OUT in_extension boolean, OUT command pg_ddl_command	OUT classid oid, OUT objid oid, OUT objsubid integer, OUT command_tag text, OUT object_type text, OUT schema_name text, OUT object_identity text, OUT in_extension boolean, OUT command pg_ddl_command	SETOF record
5022	pg_lsn, numeric	pg_lsn, numeric	pg_lsn
5024	pg_lsn, numeric	pg_lsn, numeric	pg_lsn
5028	oid, integer, integer, VARIADIC "any"	oid, integer, integer, VARIADIC "any"	boolean
5029	OUT name text, OUT size bigint, OUT modification timestamp with time zone	OUT name text, OUT size bigint, OUT modification timestamp with time zone	SETOF record
5030	tablespace oid, OUT name text, OUT size bigint, OUT modification timestamp with time zone	tablespace oid, OUT name text, OUT size bigint, OUT modification timestamp with time zone	SETOF record
5031	OUT name text, OUT size bigint, OUT modification timestamp with time zone	OUT name text, OUT size bigint, OUT modification timestamp with time zone	SETOF record
5040	internal, oid, internal, integer	internal, oid, internal, integer	double precision
5041	internal, oid, internal, smallint, internal	internal, oid, internal, smallint, internal	double precision
5042	numeric	numeric	integer
5043	numeric	numeric	numeric
5044	integer, integer	integer, integer	integer
5045	bigint, bigint	bigint, bigint	bigint
5046	integer, integer	integer, integer	integer
5047	bigint, bigint	bigint, bigint	bigint
5048	numeric, numeric	numeric, numeric	numeric
5049	numeric, numeric	numeric, numeric	numeric
5050	oid	oid	boolean
5051	oid	oid	boolean
5052	OUT name text, OUT off bigint, OUT size bigint, OUT allocated_size bigint	OUT name text, OUT off bigint, OUT size bigint, OUT allocated_size bigint	SETOF record
5053	oid	oid	bigint
5054	jsonb_in jsonb, path text[], replacement jsonb, create_if_missing boolean DEFAULT true, null_value_treatment text DEFAULT 'use_json_null'::text	jsonb_in jsonb, path text[], replacement jsonb, create_if_missing boolean, null_value_treatment text	jsonb
5055	cstring	cstring	pg_snapshot
5056	pg_snapshot	pg_snapshot	cstring
5057	internal	internal	pg_snapshot
5058	pg_snapshot	pg_snapshot	bytea
5070	cstring	cstring	xid8
5081	xid8	xid8	cstring
5082	internal	internal	xid8
5083	xid8	xid8	bytea
5086	cstring	cstring	anycompatible
5087	anycompatible	anycompatible	cstring
5088	cstring	cstring	anycompatiblearray
5089	anycompatiblearray	anycompatiblearray	cstring
5090	internal	internal	anycompatiblearray
5091	anycompatiblearray	anycompatiblearray	bytea
5097	xid8, xid8	xid8, xid8	xid8
5098	xid8, xid8	xid8, xid8	xid8
6003	text	text	oid
6004	text	text	void
6005	text	text	oid
6006	text	text	void
6007			void
6008			boolean
6011			void
6014	OUT local_id oid, OUT external_id text, OUT remote_lsn pg_lsn, OUT local_lsn pg_lsn	OUT local_id oid, OUT external_id text, OUT remote_lsn pg_lsn, OUT local_lsn pg_lsn	SETOF record
6098	internal	internal	internal
6118	subid oid, OUT subid oid, OUT relid oid, OUT pid integer, OUT received_lsn pg_lsn, OUT last_msg_send_time timestamp with time zone, OUT last_msg_receipt_time timestamp with time zone, OUT latest_end_lsn pg_lsn, OUT latest_end_time timestamp with time zone	subid oid, OUT subid oid, OUT relid oid, OUT pid integer, OUT received_lsn pg_lsn, OUT last_msg_send_time timestamp with time zone, OUT last_msg_receipt_time timestamp with time zone, OUT latest_end_lsn pg_lsn, OUT latest_end_time timestamp with time zone	SETOF record
6119	pubname text, OUT relid oid, OUT attrs int2vector, OUT qual pg_node_tree	pubname text, OUT relid oid, OUT attrs int2vector, OUT qual pg_node_tree	SETOF record
6120	regclass	regclass	regclass
6121	regclass	regclass	boolean
6159	OUT fktable regclass, OUT fkcols text[], OUT pktable regclass, OUT pkcols text[], OUT is_array boolean, OUT is_opt boolean	OUT fktable regclass, OUT fkcols text[], OUT pktable regclass, OUT pkcols text[], OUT is_array boolean, OUT is_opt boolean	SETOF record
6160	text, text	text, text	SETOF text
6161	text, text, text	text, text, text	SETOF text
6163	bytea	bytea	bigint
6164	smallint	smallint	smallint
6165	integer	integer	integer
6166	bigint	bigint	bigint
6169	slot_name text, OUT slot_name text, OUT spill_txns bigint, OUT spill_count bigint, OUT spill_bytes bigint, OUT stream_txns bigint, OUT stream_count bigint, OUT stream_bytes bigint, OUT total_txns bigint, OUT total_bytes bigint, OUT stats_reset timestamp with time zone	slot_name text, OUT slot_name text, OUT spill_txns bigint, OUT spill_count bigint, OUT spill_bytes bigint, OUT stream_txns bigint, OUT stream_count bigint, OUT stream_bytes bigint, OUT total_txns bigint, OUT total_bytes bigint, OUT stats_reset timestamp with time zone	record
6170	text	text	void
6172	anyarray, integer	anyarray, integer	anyarray
6173	oid	oid	text[]
6174	oid	oid	text
6177	interval, timestamp without time zone, timestamp without time zone	interval, timestamp without time zone, timestamp without time zone	timestamp without time zone
6178	interval, timestamp with time zone, timestamp with time zone	interval, timestamp with time zone, timestamp with time zone	timestamp with time zone
6179	internal	internal	internal
6180	internal	internal	internal
6183	config regconfig, document text, OUT alias text, OUT description text, OUT token text, OUT dictionaries regdictionary[], OUT dictionary regdictionary, OUT lexemes text[]	config regconfig, document text, OUT alias text, OUT description text, OUT token text, OUT dictionaries regdictionary[], OUT dictionary regdictionary, OUT lexemes text[]	SETOF record
6184	document text, OUT alias text, OUT description text, OUT token text, OUT dictionaries regdictionary[], OUT dictionary regdictionary, OUT lexemes text[]	document text, OUT alias text, OUT description text, OUT token text, OUT dictionaries regdictionary[], OUT dictionary regdictionary, OUT lexemes text[]	SETOF record
6185	oid	oid	double precision
6186	oid	oid	double precision
6187	oid	oid	double precision
6188	oid	oid	bigint
6189	oid	oid	bigint
6190	oid	oid	bigint
6191	oid	oid	bigint
6192	record	record	integer
6193	record, bigint	record, bigint	bigint
6195	bytea, bytea	bytea, bytea	bytea
6196	bytea, bytea	bytea, bytea	bytea
6197	oid	oid	text
6198	text	text	text
6199	text, date	text, date	numeric
6200	text, time without time zone	text, time without time zone	numeric
6202	text, timestamp without time zone	text, timestamp without time zone	numeric
6203	text, timestamp with time zone	text, timestamp with time zone	numeric
6204	text, interval	text, interval	numeric
6205	name, text, text	name, text, text	boolean
6206	oid, text, text	oid, text, text	boolean
6207	text, text	text, text	boolean
6224	OUT rm_id integer, OUT rm_name text, OUT rm_builtin boolean	OUT rm_id integer, OUT rm_name text, OUT rm_builtin boolean	SETOF record
6225	internal, anymultirange	internal, anymultirange	internal
6226	internal, anymultirange	internal, anymultirange	anymultirange
6230	text, oid, oid	text, oid, oid	boolean
6231	subid oid, OUT subid oid, OUT apply_error_count bigint, OUT sync_error_count bigint, OUT stats_reset timestamp with time zone	subid oid, OUT subid oid, OUT apply_error_count bigint, OUT sync_error_count bigint, OUT stats_reset timestamp with time zone	record
6232	oid	oid	void
6240	text	text	text[]
6241			void
6248	OUT stats_reset timestamp with time zone, OUT prefetch bigint, OUT hit bigint, OUT skip_init bigint, OUT skip_new bigint, OUT skip_fpw bigint, OUT skip_rep bigint, OUT wal_distance integer, OUT block_distance integer, OUT io_depth integer	OUT stats_reset timestamp with time zone, OUT prefetch bigint, OUT hit bigint, OUT skip_init bigint, OUT skip_new bigint, OUT skip_fpw bigint, OUT skip_rep bigint, OUT wal_distance integer, OUT block_distance integer, OUT io_depth integer	SETOF record
6249	oid	oid	text
6250	OUT line_number integer, OUT map_name text, OUT sys_name text, OUT pg_username text, OUT error text	OUT line_number integer, OUT map_name text, OUT sys_name text, OUT pg_username text, OUT error text	SETOF record
6251	text, text, text, integer, integer, text	text, text, text, integer, integer, text	text
6252	text, text, text, integer, integer	text, text, text, integer, integer	text
6253	text, text, text, integer	text, text, text, integer	text
6254	text, text	text, text	integer
6255	text, text, integer	text, text, integer	integer
6256	text, text, integer, text	text, text, integer, text	integer
6257	text, text	text, text	integer
6258	text, text, integer	text, text, integer	integer
6259	text, text, integer, integer	text, text, integer, integer	integer
6260	text, text, integer, integer, integer	text, text, integer, integer, integer	integer
6261	text, text, integer, integer, integer, text	text, text, integer, integer, integer, text	integer
6262	text, text, integer, integer, integer, text, integer	text, text, integer, integer, integer, text, integer	integer
6263	text, text	text, text	boolean
6264	text, text, text	text, text, text	boolean
6265	text, text	text, text	text
6266	text, text, integer	text, text, integer	text
6267	text, text, integer, integer	text, text, integer, integer	text
6268	text, text, integer, integer, text	text, text, integer, integer, text	text
6269	text, text, integer, integer, text, integer	text, text, integer, integer, text, integer	text
6270	OUT name text, OUT size bigint, OUT modification timestamp with time zone	OUT name text, OUT size bigint, OUT modification timestamp with time zone	SETOF record
6271	OUT name text, OUT size bigint, OUT modification timestamp with time zone	OUT name text, OUT size bigint, OUT modification timestamp with time zone	SETOF record
6272	slot_name text, OUT name text, OUT size bigint, OUT modification timestamp with time zone	slot_name text, OUT name text, OUT size bigint, OUT modification timestamp with time zone	SETOF record
13208	anyarray, OUT x anyelement, OUT n integer	anyarray, OUT x anyelement, OUT n integer	SETOF record
13209	oid, smallint	oid, smallint	integer
13212	typid oid, typmod integer	typid oid, typmod integer	integer
13213	typid oid, typmod integer	typid oid, typmod integer	integer
13215	typid oid, typmod integer	typid oid, typmod integer	integer
13216	typid oid, typmod integer	typid oid, typmod integer	integer
13217	typid oid, typmod integer	typid oid, typmod integer	integer
13218	typid oid, typmod integer	typid oid, typmod integer	integer
13219	typid oid, mod integer	typid oid, mod integer	text
13562	oid	oid	void
""",
    "several proc": r"""
abbrev
abs
age
area
array_agg
array_fill
array_position
array_to_json
array_to_string
avg
bit
bit_and
bit_count
bit_length
bit_or
bit_xor
bool
box
bpchar
btrim
ceil
ceiling
center
char
char_length
character_length
circle
count
cume_dist
current_setting
date
date_bin
date_part
date_trunc
datemultirange
daterange
dense_rank
enum_range
exp
extract
float4
float8
floor
format
gcd
generate_series
generate_subscripts
get_bit
gin_extract_tsquery
gin_extract_tsvector
gin_tsquery_consistent
ginarrayextract
gtsquery_consistent
gtsvector_consistent
has_any_column_privilege
has_column_privilege
has_database_privilege
has_foreign_data_wrapper_privilege
has_function_privilege
has_language_privilege
has_parameter_privilege
has_schema_privilege
has_sequence_privilege
has_server_privilege
has_table_privilege
has_tablespace_privilege
has_type_privilege
in_range
int2
int4
int4multirange
int4range
int8
int8multirange
int8range
interval
isempty
isfinite
ishorizontal
isparallel
isperp
isvertical
json_build_array
json_build_object
json_object
json_to_tsvector
jsonb_build_array
jsonb_build_object
jsonb_delete
jsonb_object
jsonb_to_tsvector
lag
lcm
lead
length
like
like_escape
ln
lo_get
lo_import
log
log10
lower
lower_inc
lower_inf
lpad
lseg
ltrim
make_timestamptz
max
md5
min
mod
money
name
notlike
npoints
numeric
nummultirange
numrange
obj_description
octet_length
overlaps
overlay
percent_rank
percentile_cont
percentile_disc
pg_advisory_lock
pg_advisory_lock_shared
pg_advisory_unlock
pg_advisory_unlock_shared
pg_advisory_xact_lock
pg_advisory_xact_lock_shared
pg_copy_logical_replication_slot
pg_copy_physical_replication_slot
pg_current_logfile
pg_database_size
pg_get_constraintdef
pg_get_expr
pg_get_indexdef
pg_get_ruledef
pg_get_triggerdef
pg_get_viewdef
pg_has_role
pg_logical_emit_message
pg_ls_dir
pg_ls_tmpdir
pg_read_binary_file
pg_read_file
pg_relation_size
pg_size_pretty
pg_stat_file
pg_tablespace_size
pg_try_advisory_lock
pg_try_advisory_lock_shared
pg_try_advisory_xact_lock
pg_try_advisory_xact_lock_shared
phraseto_tsquery
plainto_tsquery
point
polygon
position
pow
power
quote_literal
quote_nullable
range_agg
range_intersect_agg
range_merge
rank
regexp_count
regexp_instr
regexp_like
regexp_match
regexp_matches
regexp_replace
regexp_split_to_array
regexp_split_to_table
regexp_substr
round
row_security_active
row_to_json
rpad
rtrim
set_bit
set_masklen
setval
setweight
sign
similar_to_escape
sqrt
stddev
stddev_pop
stddev_samp
string_agg
string_to_array
string_to_table
substr
substring
sum
text
time
timestamp
timestamptz
timetz
timezone
to_ascii
to_char
to_hex
to_timestamp
to_tsquery
to_tsvector
trunc
ts_debug
ts_delete
ts_headline
ts_parse
ts_rank
ts_rank_cd
ts_rewrite
ts_stat
ts_token_type
tsmultirange
tsquery_phrase
tsrange
tstzmultirange
tstzrange
unnest
upper
upper_inc
upper_inf
var_pop
var_samp
varchar
variance
websearch_to_tsquery
width_bucket
xpath
xpath_exists
""",
    "several oper": r"""
!~
!~*
!~~
!~~*
#
##
#>
#>>
%
&
&&
&<
&<|
&>
*
+
-
->
->>
-|-
/
<
<->
<<
<<|
<=
<>
<@
<^
=
>
>=
>>
>^
?#
?-
?-|
?|
?||
@
@-@
@>
@@
@@@
^
|
|&>
|>>
||
~
~*
~<=~
~<~
~=
~>=~
~>~
~~
~~*
""",
    "setting": r"""
config_file	Sets the server's main configuration file.
data_directory	Sets the server's data directory.
hba_file	Sets the server's "hba" configuration file.
ident_file	Sets the server's "ident" configuration file.
lc_messages	Sets the language in which messages are displayed.
lc_monetary	Sets the locale for formatting monetary amounts.
lc_numeric	Sets the locale for formatting numbers.
lc_time	Sets the locale for formatting date and time values.
server_version	Shows the server version.
timezone_abbreviations	Selects a file of time zone abbreviations.
unix_socket_directories	Sets the directories where Unix-domain sockets will be created.
""",
    "keyword": r"""
abort	U	t	unreserved	can be bare label
absolute	U	t	unreserved	can be bare label
access	U	t	unreserved	can be bare label
action	U	t	unreserved	can be bare label
add	U	t	unreserved	can be bare label
admin	U	t	unreserved	can be bare label
after	U	t	unreserved	can be bare label
aggregate	U	t	unreserved	can be bare label
all	R	t	reserved	can be bare label
also	U	t	unreserved	can be bare label
alter	U	t	unreserved	can be bare label
always	U	t	unreserved	can be bare label
analyse	R	t	reserved	can be bare label
analyze	R	t	reserved	can be bare label
and	R	t	reserved	can be bare label
any	R	t	reserved	can be bare label
array	R	f	reserved	requires AS
as	R	f	reserved	requires AS
asc	R	t	reserved	can be bare label
asensitive	U	t	unreserved	can be bare label
assertion	U	t	unreserved	can be bare label
assignment	U	t	unreserved	can be bare label
asymmetric	R	t	reserved	can be bare label
at	U	t	unreserved	can be bare label
atomic	U	t	unreserved	can be bare label
attach	U	t	unreserved	can be bare label
attribute	U	t	unreserved	can be bare label
authorization	T	t	reserved (can be function or type name)	can be bare label
backward	U	t	unreserved	can be bare label
before	U	t	unreserved	can be bare label
begin	U	t	unreserved	can be bare label
between	C	t	unreserved (cannot be function or type name)	can be bare label
bigint	C	t	unreserved (cannot be function or type name)	can be bare label
binary	T	t	reserved (can be function or type name)	can be bare label
bit	C	t	unreserved (cannot be function or type name)	can be bare label
boolean	C	t	unreserved (cannot be function or type name)	can be bare label
both	R	t	reserved	can be bare label
breadth	U	t	unreserved	can be bare label
by	U	t	unreserved	can be bare label
cache	U	t	unreserved	can be bare label
call	U	t	unreserved	can be bare label
called	U	t	unreserved	can be bare label
cascade	U	t	unreserved	can be bare label
cascaded	U	t	unreserved	can be bare label
case	R	t	reserved	can be bare label
cast	R	t	reserved	can be bare label
catalog	U	t	unreserved	can be bare label
chain	U	t	unreserved	can be bare label
char	C	f	unreserved (cannot be function or type name)	requires AS
character	C	f	unreserved (cannot be function or type name)	requires AS
characteristics	U	t	unreserved	can be bare label
check	R	t	reserved	can be bare label
checkpoint	U	t	unreserved	can be bare label
class	U	t	unreserved	can be bare label
close	U	t	unreserved	can be bare label
cluster	U	t	unreserved	can be bare label
coalesce	C	t	unreserved (cannot be function or type name)	can be bare label
collate	R	t	reserved	can be bare label
collation	T	t	reserved (can be function or type name)	can be bare label
column	R	t	reserved	can be bare label
columns	U	t	unreserved	can be bare label
comment	U	t	unreserved	can be bare label
comments	U	t	unreserved	can be bare label
commit	U	t	unreserved	can be bare label
committed	U	t	unreserved	can be bare label
compression	U	t	unreserved	can be bare label
concurrently	T	t	reserved (can be function or type name)	can be bare label
configuration	U	t	unreserved	can be bare label
conflict	U	t	unreserved	can be bare label
connection	U	t	unreserved	can be bare label
constraint	R	t	reserved	can be bare label
constraints	U	t	unreserved	can be bare label
content	U	t	unreserved	can be bare label
continue	U	t	unreserved	can be bare label
conversion	U	t	unreserved	can be bare label
copy	U	t	unreserved	can be bare label
cost	U	t	unreserved	can be bare label
create	R	f	reserved	requires AS
cross	T	t	reserved (can be function or type name)	can be bare label
csv	U	t	unreserved	can be bare label
cube	U	t	unreserved	can be bare label
current	U	t	unreserved	can be bare label
current_catalog	R	t	reserved	can be bare label
current_date	R	t	reserved	can be bare label
current_role	R	t	reserved	can be bare label
current_schema	T	t	reserved (can be function or type name)	can be bare label
current_time	R	t	reserved	can be bare label
current_timestamp	R	t	reserved	can be bare label
current_user	R	t	reserved	can be bare label
cursor	U	t	unreserved	can be bare label
cycle	U	t	unreserved	can be bare label
data	U	t	unreserved	can be bare label
database	U	t	unreserved	can be bare label
day	U	f	unreserved	requires AS
deallocate	U	t	unreserved	can be bare label
dec	C	t	unreserved (cannot be function or type name)	can be bare label
decimal	C	t	unreserved (cannot be function or type name)	can be bare label
declare	U	t	unreserved	can be bare label
default	R	t	reserved	can be bare label
defaults	U	t	unreserved	can be bare label
deferrable	R	t	reserved	can be bare label
deferred	U	t	unreserved	can be bare label
definer	U	t	unreserved	can be bare label
delete	U	t	unreserved	can be bare label
delimiter	U	t	unreserved	can be bare label
delimiters	U	t	unreserved	can be bare label
depends	U	t	unreserved	can be bare label
depth	U	t	unreserved	can be bare label
desc	R	t	reserved	can be bare label
detach	U	t	unreserved	can be bare label
dictionary	U	t	unreserved	can be bare label
disable	U	t	unreserved	can be bare label
discard	U	t	unreserved	can be bare label
distinct	R	t	reserved	can be bare label
do	R	t	reserved	can be bare label
document	U	t	unreserved	can be bare label
domain	U	t	unreserved	can be bare label
double	U	t	unreserved	can be bare label
drop	U	t	unreserved	can be bare label
each	U	t	unreserved	can be bare label
else	R	t	reserved	can be bare label
enable	U	t	unreserved	can be bare label
encoding	U	t	unreserved	can be bare label
encrypted	U	t	unreserved	can be bare label
end	R	t	reserved	can be bare label
enum	U	t	unreserved	can be bare label
escape	U	t	unreserved	can be bare label
event	U	t	unreserved	can be bare label
except	R	f	reserved	requires AS
exclude	U	t	unreserved	can be bare label
excluding	U	t	unreserved	can be bare label
exclusive	U	t	unreserved	can be bare label
execute	U	t	unreserved	can be bare label
exists	C	t	unreserved (cannot be function or type name)	can be bare label
explain	U	t	unreserved	can be bare label
expression	U	t	unreserved	can be bare label
extension	U	t	unreserved	can be bare label
external	U	t	unreserved	can be bare label
extract	C	t	unreserved (cannot be function or type name)	can be bare label
false	R	t	reserved	can be bare label
family	U	t	unreserved	can be bare label
fetch	R	f	reserved	requires AS
filter	U	f	unreserved	requires AS
finalize	U	t	unreserved	can be bare label
first	U	t	unreserved	can be bare label
float	C	t	unreserved (cannot be function or type name)	can be bare label
following	U	t	unreserved	can be bare label
for	R	f	reserved	requires AS
force	U	t	unreserved	can be bare label
foreign	R	t	reserved	can be bare label
forward	U	t	unreserved	can be bare label
freeze	T	t	reserved (can be function or type name)	can be bare label
from	R	f	reserved	requires AS
full	T	t	reserved (can be function or type name)	can be bare label
function	U	t	unreserved	can be bare label
functions	U	t	unreserved	can be bare label
generated	U	t	unreserved	can be bare label
global	U	t	unreserved	can be bare label
grant	R	f	reserved	requires AS
granted	U	t	unreserved	can be bare label
greatest	C	t	unreserved (cannot be function or type name)	can be bare label
group	R	f	reserved	requires AS
grouping	C	t	unreserved (cannot be function or type name)	can be bare label
groups	U	t	unreserved	can be bare label
handler	U	t	unreserved	can be bare label
having	R	f	reserved	requires AS
header	U	t	unreserved	can be bare label
hold	U	t	unreserved	can be bare label
hour	U	f	unreserved	requires AS
identity	U	t	unreserved	can be bare label
if	U	t	unreserved	can be bare label
ilike	T	t	reserved (can be function or type name)	can be bare label
immediate	U	t	unreserved	can be bare label
immutable	U	t	unreserved	can be bare label
implicit	U	t	unreserved	can be bare label
import	U	t	unreserved	can be bare label
in	R	t	reserved	can be bare label
include	U	t	unreserved	can be bare label
including	U	t	unreserved	can be bare label
increment	U	t	unreserved	can be bare label
index	U	t	unreserved	can be bare label
indexes	U	t	unreserved	can be bare label
inherit	U	t	unreserved	can be bare label
inherits	U	t	unreserved	can be bare label
initially	R	t	reserved	can be bare label
inline	U	t	unreserved	can be bare label
inner	T	t	reserved (can be function or type name)	can be bare label
inout	C	t	unreserved (cannot be function or type name)	can be bare label
input	U	t	unreserved	can be bare label
insensitive	U	t	unreserved	can be bare label
insert	U	t	unreserved	can be bare label
instead	U	t	unreserved	can be bare label
int	C	t	unreserved (cannot be function or type name)	can be bare label
integer	C	t	unreserved (cannot be function or type name)	can be bare label
intersect	R	f	reserved	requires AS
interval	C	t	unreserved (cannot be function or type name)	can be bare label
into	R	f	reserved	requires AS
invoker	U	t	unreserved	can be bare label
is	T	t	reserved (can be function or type name)	can be bare label
isnull	T	f	reserved (can be function or type name)	requires AS
isolation	U	t	unreserved	can be bare label
join	T	t	reserved (can be function or type name)	can be bare label
key	U	t	unreserved	can be bare label
label	U	t	unreserved	can be bare label
language	U	t	unreserved	can be bare label
large	U	t	unreserved	can be bare label
last	U	t	unreserved	can be bare label
lateral	R	t	reserved	can be bare label
leading	R	t	reserved	can be bare label
leakproof	U	t	unreserved	can be bare label
least	C	t	unreserved (cannot be function or type name)	can be bare label
left	T	t	reserved (can be function or type name)	can be bare label
level	U	t	unreserved	can be bare label
like	T	t	reserved (can be function or type name)	can be bare label
limit	R	f	reserved	requires AS
listen	U	t	unreserved	can be bare label
load	U	t	unreserved	can be bare label
local	U	t	unreserved	can be bare label
localtime	R	t	reserved	can be bare label
localtimestamp	R	t	reserved	can be bare label
location	U	t	unreserved	can be bare label
lock	U	t	unreserved	can be bare label
locked	U	t	unreserved	can be bare label
logged	U	t	unreserved	can be bare label
mapping	U	t	unreserved	can be bare label
match	U	t	unreserved	can be bare label
matched	U	t	unreserved	can be bare label
materialized	U	t	unreserved	can be bare label
maxvalue	U	t	unreserved	can be bare label
merge	U	t	unreserved	can be bare label
method	U	t	unreserved	can be bare label
minute	U	f	unreserved	requires AS
minvalue	U	t	unreserved	can be bare label
mode	U	t	unreserved	can be bare label
month	U	f	unreserved	requires AS
move	U	t	unreserved	can be bare label
name	U	t	unreserved	can be bare label
names	U	t	unreserved	can be bare label
national	C	t	unreserved (cannot be function or type name)	can be bare label
natural	T	t	reserved (can be function or type name)	can be bare label
nchar	C	t	unreserved (cannot be function or type name)	can be bare label
new	U	t	unreserved	can be bare label
next	U	t	unreserved	can be bare label
nfc	U	t	unreserved	can be bare label
nfd	U	t	unreserved	can be bare label
nfkc	U	t	unreserved	can be bare label
nfkd	U	t	unreserved	can be bare label
no	U	t	unreserved	can be bare label
none	C	t	unreserved (cannot be function or type name)	can be bare label
normalize	C	t	unreserved (cannot be function or type name)	can be bare label
normalized	U	t	unreserved	can be bare label
not	R	t	reserved	can be bare label
nothing	U	t	unreserved	can be bare label
notify	U	t	unreserved	can be bare label
notnull	T	f	reserved (can be function or type name)	requires AS
nowait	U	t	unreserved	can be bare label
null	R	t	reserved	can be bare label
nullif	C	t	unreserved (cannot be function or type name)	can be bare label
nulls	U	t	unreserved	can be bare label
numeric	C	t	unreserved (cannot be function or type name)	can be bare label
object	U	t	unreserved	can be bare label
of	U	t	unreserved	can be bare label
off	U	t	unreserved	can be bare label
offset	R	f	reserved	requires AS
oids	U	t	unreserved	can be bare label
old	U	t	unreserved	can be bare label
on	R	f	reserved	requires AS
only	R	t	reserved	can be bare label
operator	U	t	unreserved	can be bare label
option	U	t	unreserved	can be bare label
options	U	t	unreserved	can be bare label
or	R	t	reserved	can be bare label
order	R	f	reserved	requires AS
ordinality	U	t	unreserved	can be bare label
others	U	t	unreserved	can be bare label
out	C	t	unreserved (cannot be function or type name)	can be bare label
outer	T	t	reserved (can be function or type name)	can be bare label
over	U	f	unreserved	requires AS
overlaps	T	f	reserved (can be function or type name)	requires AS
overlay	C	t	unreserved (cannot be function or type name)	can be bare label
overriding	U	t	unreserved	can be bare label
owned	U	t	unreserved	can be bare label
owner	U	t	unreserved	can be bare label
parallel	U	t	unreserved	can be bare label
parameter	U	t	unreserved	can be bare label
parser	U	t	unreserved	can be bare label
partial	U	t	unreserved	can be bare label
partition	U	t	unreserved	can be bare label
passing	U	t	unreserved	can be bare label
password	U	t	unreserved	can be bare label
placing	R	t	reserved	can be bare label
plans	U	t	unreserved	can be bare label
policy	U	t	unreserved	can be bare label
position	C	t	unreserved (cannot be function or type name)	can be bare label
preceding	U	t	unreserved	can be bare label
precision	C	f	unreserved (cannot be function or type name)	requires AS
prepare	U	t	unreserved	can be bare label
prepared	U	t	unreserved	can be bare label
preserve	U	t	unreserved	can be bare label
primary	R	t	reserved	can be bare label
prior	U	t	unreserved	can be bare label
privileges	U	t	unreserved	can be bare label
procedural	U	t	unreserved	can be bare label
procedure	U	t	unreserved	can be bare label
procedures	U	t	unreserved	can be bare label
program	U	t	unreserved	can be bare label
publication	U	t	unreserved	can be bare label
quote	U	t	unreserved	can be bare label
range	U	t	unreserved	can be bare label
read	U	t	unreserved	can be bare label
real	C	t	unreserved (cannot be function or type name)	can be bare label
reassign	U	t	unreserved	can be bare label
recheck	U	t	unreserved	can be bare label
recursive	U	t	unreserved	can be bare label
ref	U	t	unreserved	can be bare label
references	R	t	reserved	can be bare label
referencing	U	t	unreserved	can be bare label
refresh	U	t	unreserved	can be bare label
reindex	U	t	unreserved	can be bare label
relative	U	t	unreserved	can be bare label
release	U	t	unreserved	can be bare label
rename	U	t	unreserved	can be bare label
repeatable	U	t	unreserved	can be bare label
replace	U	t	unreserved	can be bare label
replica	U	t	unreserved	can be bare label
reset	U	t	unreserved	can be bare label
restart	U	t	unreserved	can be bare label
restrict	U	t	unreserved	can be bare label
return	U	t	unreserved	can be bare label
returning	R	f	reserved	requires AS
returns	U	t	unreserved	can be bare label
revoke	U	t	unreserved	can be bare label
right	T	t	reserved (can be function or type name)	can be bare label
role	U	t	unreserved	can be bare label
rollback	U	t	unreserved	can be bare label
rollup	U	t	unreserved	can be bare label
routine	U	t	unreserved	can be bare label
routines	U	t	unreserved	can be bare label
row	C	t	unreserved (cannot be function or type name)	can be bare label
rows	U	t	unreserved	can be bare label
rule	U	t	unreserved	can be bare label
savepoint	U	t	unreserved	can be bare label
schema	U	t	unreserved	can be bare label
schemas	U	t	unreserved	can be bare label
scroll	U	t	unreserved	can be bare label
search	U	t	unreserved	can be bare label
second	U	f	unreserved	requires AS
security	U	t	unreserved	can be bare label
select	R	t	reserved	can be bare label
sequence	U	t	unreserved	can be bare label
sequences	U	t	unreserved	can be bare label
serializable	U	t	unreserved	can be bare label
server	U	t	unreserved	can be bare label
session	U	t	unreserved	can be bare label
session_user	R	t	reserved	can be bare label
set	U	t	unreserved	can be bare label
setof	C	t	unreserved (cannot be function or type name)	can be bare label
sets	U	t	unreserved	can be bare label
share	U	t	unreserved	can be bare label
show	U	t	unreserved	can be bare label
similar	T	t	reserved (can be function or type name)	can be bare label
simple	U	t	unreserved	can be bare label
skip	U	t	unreserved	can be bare label
smallint	C	t	unreserved (cannot be function or type name)	can be bare label
snapshot	U	t	unreserved	can be bare label
some	R	t	reserved	can be bare label
sql	U	t	unreserved	can be bare label
stable	U	t	unreserved	can be bare label
standalone	U	t	unreserved	can be bare label
start	U	t	unreserved	can be bare label
statement	U	t	unreserved	can be bare label
statistics	U	t	unreserved	can be bare label
stdin	U	t	unreserved	can be bare label
stdout	U	t	unreserved	can be bare label
storage	U	t	unreserved	can be bare label
stored	U	t	unreserved	can be bare label
strict	U	t	unreserved	can be bare label
strip	U	t	unreserved	can be bare label
subscription	U	t	unreserved	can be bare label
substring	C	t	unreserved (cannot be function or type name)	can be bare label
support	U	t	unreserved	can be bare label
symmetric	R	t	reserved	can be bare label
sysid	U	t	unreserved	can be bare label
system	U	t	unreserved	can be bare label
table	R	t	reserved	can be bare label
tables	U	t	unreserved	can be bare label
tablesample	T	t	reserved (can be function or type name)	can be bare label
tablespace	U	t	unreserved	can be bare label
temp	U	t	unreserved	can be bare label
template	U	t	unreserved	can be bare label
temporary	U	t	unreserved	can be bare label
text	U	t	unreserved	can be bare label
then	R	t	reserved	can be bare label
ties	U	t	unreserved	can be bare label
time	C	t	unreserved (cannot be function or type name)	can be bare label
timestamp	C	t	unreserved (cannot be function or type name)	can be bare label
to	R	f	reserved	requires AS
trailing	R	t	reserved	can be bare label
transaction	U	t	unreserved	can be bare label
transform	U	t	unreserved	can be bare label
treat	C	t	unreserved (cannot be function or type name)	can be bare label
trigger	U	t	unreserved	can be bare label
trim	C	t	unreserved (cannot be function or type name)	can be bare label
true	R	t	reserved	can be bare label
truncate	U	t	unreserved	can be bare label
trusted	U	t	unreserved	can be bare label
type	U	t	unreserved	can be bare label
types	U	t	unreserved	can be bare label
uescape	U	t	unreserved	can be bare label
unbounded	U	t	unreserved	can be bare label
uncommitted	U	t	unreserved	can be bare label
unencrypted	U	t	unreserved	can be bare label
union	R	f	reserved	requires AS
unique	R	t	reserved	can be bare label
unknown	U	t	unreserved	can be bare label
unlisten	U	t	unreserved	can be bare label
unlogged	U	t	unreserved	can be bare label
until	U	t	unreserved	can be bare label
update	U	t	unreserved	can be bare label
user	R	t	reserved	can be bare label
using	R	t	reserved	can be bare label
vacuum	U	t	unreserved	can be bare label
valid	U	t	unreserved	can be bare label
validate	U	t	unreserved	can be bare label
validator	U	t	unreserved	can be bare label
value	U	t	unreserved	can be bare label
values	C	t	unreserved (cannot be function or type name)	can be bare label
varchar	C	t	unreserved (cannot be function or type name)	can be bare label
variadic	R	t	reserved	can be bare label
varying	U	f	unreserved	requires AS
verbose	T	t	reserved (can be function or type name)	can be bare label
version	U	t	unreserved	can be bare label
view	U	t	unreserved	can be bare label
views	U	t	unreserved	can be bare label
volatile	U	t	unreserved	can be bare label
when	R	t	reserved	can be bare label
where	R	f	reserved	requires AS
whitespace	U	t	unreserved	can be bare label
window	R	f	reserved	requires AS
with	R	f	reserved	requires AS
within	U	f	unreserved	requires AS
without	U	f	unreserved	requires AS
work	U	t	unreserved	can be bare label
wrapper	U	t	unreserved	can be bare label
write	U	t	unreserved	can be bare label
xml	U	t	unreserved	can be bare label
xmlattributes	C	t	unreserved (cannot be function or type name)	can be bare label
xmlconcat	C	t	unreserved (cannot be function or type name)	can be bare label
xmlelement	C	t	unreserved (cannot be function or type name)	can be bare label
xmlexists	C	t	unreserved (cannot be function or type name)	can be bare label
xmlforest	C	t	unreserved (cannot be function or type name)	can be bare label
xmlnamespaces	C	t	unreserved (cannot be function or type name)	can be bare label
xmlparse	C	t	unreserved (cannot be function or type name)	can be bare label
xmlpi	C	t	unreserved (cannot be function or type name)	can be bare label
xmlroot	C	t	unreserved (cannot be function or type name)	can be bare label
xmlserialize	C	t	unreserved (cannot be function or type name)	can be bare label
xmltable	C	t	unreserved (cannot be function or type name)	can be bare label
year	U	f	unreserved	requires AS
yes	U	t	unreserved	can be bare label
zone	U	t	unreserved	can be bare label
""",
}
